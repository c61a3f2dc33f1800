package dev.topoxy.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The demo's logs: gone after success and after Ctrl-C, kept after a failure. */
final class DemoLogs {

    private final Path directory;
    private volatile boolean kept;

    private DemoLogs(Path directory) {
        this.directory = directory;
    }

    /** To be called before anything logs: the logging configuration writes to {@code demo.log}. */
    static DemoLogs create() {
        try {
            DemoLogs logs = new DemoLogs(Files.createTempDirectory("topoxy-demo-"));
            System.setProperty("demo.log", logs.file("demo.log").toString());
            Runtime.getRuntime().addShutdownHook(new Thread(logs::deleteUnlessKept, "demo-logs"));
            return logs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** They are worth reading. */
    void keep() {
        kept = true;
    }

    /** Saves a log that is about to go. */
    void save(Path log) {
        try {
            Files.copy(log, file(log.getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path directory() {
        return directory;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    private void deleteUnlessKept() {
        if (kept) {
            return;
        }
        try (Stream<Path> found = Files.list(directory)) {
            List<Path> files = found.toList();
            for (Path each : files) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            System.err.println("could not delete " + directory + ": " + e);
        }
    }
}
