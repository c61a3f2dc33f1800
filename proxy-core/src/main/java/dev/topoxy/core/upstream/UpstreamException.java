package dev.topoxy.core.upstream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A broker cannot be used; the message says why, for the log. */
public final class UpstreamException extends IOException {

    private static final long serialVersionUID = 1L;

    UpstreamException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
