package dev.topoxy.core.tls;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Key material cannot be used; the message names the file and the way out, and holds no secret. */
public final class TlsFileException extends IOException {

    private static final long serialVersionUID = 1L;

    TlsFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    TlsFileException(String message) {
        this(message, null);
    }
}
