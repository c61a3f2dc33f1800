package dev.topoxy.filters.plugin;

import org.jspecify.annotations.Nullable;

/** Text from clients and plugins made fit for a log line: one line, no control characters, bounded. */
final class LogText {

    private static final int LONGEST = 256;

    private LogText() {}

    static String quoted(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        var out = new StringBuilder().append('"');
        for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (isPlain(c)) {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        return out.append(text.length() > LONGEST ? "…\"" : "\"").toString();
    }

    private static boolean isPlain(char c) {
        // Format characters include those that reverse the direction of text.
        return !Character.isISOControl(c)
                && Character.getType(c) != Character.FORMAT
                && Character.getType(c) != Character.LINE_SEPARATOR
                && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
    }

    /** Class, message and the place it came from; the whole trace would be client text over many lines. */
    static String describe(Throwable failure) {
        if (failure instanceof PluginCallException call && call.getMessage() != null) {
            return call.getMessage();
        }
        StackTraceElement[] trace = failure.getStackTrace();
        return failure.getClass().getName()
                + (failure.getMessage() == null ? "" : ": " + quoted(failure.getMessage()))
                + (trace.length == 0 ? "" : " at " + trace[0]);
    }
}
