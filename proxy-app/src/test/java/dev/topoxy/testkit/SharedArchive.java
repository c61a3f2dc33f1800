package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * An archive of loaded classes for one class path, which halves a broker's start. The first orderly stop of a broker
 * writes it; until then brokers start without.
 */
final class SharedArchive {

    private final Path archive;
    private final Path fresh;

    private SharedArchive(Path archive, Path fresh) {
        this.archive = archive;
        this.fresh = fresh;
    }

    static SharedArchive of(String name, String classPath) {
        String key = Integer.toHexString((classPath + System.getProperty("java.vm.version")).hashCode());
        Path directory = Workspace.target("kafka");
        Path archive = directory.resolve(name + "-" + key + ".jsa");
        return new SharedArchive(archive, directory.resolve(name + "-" + key + "." + System.nanoTime() + ".new"));
    }

    /** JVM arguments that use the archive, or write one at the JVM's exit. */
    List<String> jvmArgs() {
        return Files.exists(archive)
                ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off")
                : List.of("-XX:ArchiveClassesAtExit=" + fresh, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    /** Puts what an ended JVM wrote in its place. */
    Optional<Path> keep() {
        if (!Files.exists(fresh)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
