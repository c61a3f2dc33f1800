package dev.topoxy.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Where this module's sources and build outputs are, whatever started the JVM. */
public final class Workspace {

    private Workspace() {}

    /** The proxy-app module's directory. */
    public static Path module() {
        Path start = Path.of(Objects.requireNonNullElse(System.getProperty("basedir"), "."))
                .toAbsolutePath()
                .normalize();
        return Files.isDirectory(start.resolve("src/test/kafka")) ? start : start.resolve("proxy-app");
    }

    /** A directory below the module's {@code target}, made if need be. */
    public static Path target(String name) {
        try {
            return Files.createDirectories(module().resolve("target").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of {@code src/test/kafka}. */
    public static Path kafkaFile(String name) {
        return module().resolve("src/test/kafka").resolve(name);
    }
}
