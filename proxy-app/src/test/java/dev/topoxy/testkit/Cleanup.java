package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What must not outlive this JVM, however it ends short of a kill -9: child processes first, then temporary directories. */
final class Cleanup {

    private static final Set<Process> PROCESSES = ConcurrentHashMap.newKeySet();
    private static final Set<Path> DIRECTORIES = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Cleanup::run, "testkit-cleanup"));
    }

    private Cleanup() {}

    static void track(Process process) {
        PROCESSES.removeIf(earlier -> !earlier.isAlive());
        PROCESSES.add(process);
    }

    static Path temporaryDirectory(String prefix) {
        try {
            Path directory = Files.createTempDirectory(prefix);
            DIRECTORIES.add(directory);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a directory of {@link #temporaryDirectory}; files that go away meanwhile are no fault. */
    static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new Deletion());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        DIRECTORIES.remove(directory);
    }

    private static void run() {
        PROCESSES.forEach(Process::destroyForcibly);
        PROCESSES.forEach(process -> process.onExit().join());
        DIRECTORIES.forEach(Cleanup::deleteStubbornly);
    }

    /** Threads of this JVM, which still run, may put a file where one was just deleted. */
    private static void deleteStubbornly(Path directory) {
        for (int attempt = 0; attempt < 10 && Files.exists(directory); attempt++) {
            try {
                delete(directory);
            } catch (UncheckedIOException e) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
