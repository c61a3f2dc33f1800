package dev.topoxy.app.logging;

/** Makes hostile text harmless for a terminal and a log file: one line stays one line, and no escape sequence passes. */
public final class ControlCharacters {

    private ControlCharacters() {}

    /** C0 and C1 controls, line separators and direction overrides become {@code \n}, {@code \x1b} or <code>&#92;u2028</code>. */
    public static String escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnsafe(text.charAt(i))) {
                return escapeFrom(text, i);
            }
        }
        return text;
    }

    private static String escapeFrom(String text, int first) {
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isUnsafe(c)) {
                out.append(c);
                continue;
            }
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> out.append(c < 0x100 ? "\\x%02x".formatted((int) c) : "\\u%04x".formatted((int) c));
            }
        }
        return out.toString();
    }

    private static boolean isUnsafe(char c) {
        return c < 0x20
                || (c >= 0x7f && c < 0xa0)
                || c == '\u2028'
                || c == '\u2029'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
