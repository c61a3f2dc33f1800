package dev.topoxy.filters.plugin;

import org.jspecify.annotations.Nullable;

/** A call of a plugin that gave no future, or none that completed in time. Its message is fit for a client. */
final class PluginCallException extends RuntimeException {

    enum Reason {
        /** The plugin's method threw. The cause is what it threw. */
        THREW,
        RETURNED_NULL,
        TIMED_OUT,
        /** The queue for plugin threads is full. */
        REFUSED,
        CLOSED
    }

    private final Reason reason;

    PluginCallException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
