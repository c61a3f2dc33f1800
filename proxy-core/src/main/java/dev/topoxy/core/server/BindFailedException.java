package dev.topoxy.core.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A listener could not be bound; the message is complete for the user. */
public final class BindFailedException extends IOException {

    private static final long serialVersionUID = 1L;

    BindFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
