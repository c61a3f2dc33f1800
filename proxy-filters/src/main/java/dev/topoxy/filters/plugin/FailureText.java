package dev.topoxy.filters.plugin;

import dev.topoxy.core.log.LogText;

/** What a plugin threw, fit for a log line. */
final class FailureText {

    private FailureText() {}

    /** Class, message and the place it came from; the whole trace would be client text over many lines. */
    static String of(Throwable failure) {
        if (failure instanceof PluginCallException call && call.getMessage() != null) {
            return call.getMessage();
        }
        StackTraceElement[] trace = failure.getStackTrace();
        return failure.getClass().getName()
                + (failure.getMessage() == null ? "" : ": " + LogText.quoted(failure.getMessage()))
                + (trace.length == 0 ? "" : " at " + trace[0]);
    }
}
