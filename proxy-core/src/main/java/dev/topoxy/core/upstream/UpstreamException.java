package dev.topoxy.core.upstream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/** A broker cannot be used; the message says why, for the log. */
public final class UpstreamException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is to be told of the failure of a login; it may be wrapped. */
    public static String reasonOf(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof UncheckedIOException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof IOException || cause instanceof ApiException
                ? String.valueOf(cause.getMessage())
                : cause.toString();
    }

    static UpstreamException ofLogin(Throwable failure, Duration timeout) {
        if (failure instanceof TimeoutException) {
            return new UpstreamException(
                    "the login was not complete within handshake.timeout.ms of " + timeout.toMillis(), failure);
        }
        return new UpstreamException("login failed: " + reasonOf(failure), failure);
    }

    UpstreamException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
