package dev.topoxy.core.log;

import org.jspecify.annotations.Nullable;

/** Text from outside made fit for log lines: on one line, without control characters, not without end. */
public final class LogText {

    private static final int MOST_CHARS = 256;

    private LogText() {}

    public static String quoted(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder line = new StringBuilder(Math.min(text.length(), MOST_CHARS) + 2).append('\'');
        int end = Math.min(text.length(), MOST_CHARS);
        text.substring(0, end).codePoints().forEach(c -> append(line, c));
        return line.append(end < text.length() ? "...'" : "'").toString();
    }

    private static void append(StringBuilder line, int c) {
        int type = Character.getType(c);
        // Format characters include those that reverse the direction of text.
        boolean plain = type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.UNASSIGNED
                && type != Character.PRIVATE_USE;
        if (c == '\'' || c == '\\') {
            line.append('\\').appendCodePoint(c);
        } else if (plain) {
            line.appendCodePoint(c);
        } else {
            line.append(String.format("\\u%04x", c));
        }
    }
}
