package dev.topoxy.core.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A password, or the file that holds it. It shows itself to nobody who does not ask. */
public final class Secret {

    private final Optional<Path> file;
    private final String text;

    private Secret(Optional<Path> file, String text) {
        this.file = file;
        this.text = text;
    }

    public static Secret of(String text) {
        return new Secret(Optional.empty(), text);
    }

    /** Read anew each time it is needed, so that it may change together with what it opens. */
    public static Secret inFile(Path file) {
        return new Secret(Optional.of(file), "");
    }

    /** The password itself; a line end after it, as editors leave one in a file, is no part of it. */
    public String reveal() throws IOException {
        if (file.isEmpty()) {
            return text;
        }
        return Files.readString(file.get()).replaceFirst("\\R\\z", "");
    }

    Optional<Path> file() {
        return file;
    }

    @Override
    public String toString() {
        return "[hidden]";
    }
}
