package dev.topoxy.filters.diff;

/** Names made fit for a terminal: bounded, on one line, without control characters. */
final class Printable {

    private static final int LONGEST = 256;

    private Printable() {}

    static String quoted(String name) {
        return "'" + plain(name) + "'";
    }

    static String plain(String name) {
        var out = new StringBuilder();
        int end = Math.min(name.length(), LONGEST);
        for (int at = 0; at < end; at++) {
            char c = name.charAt(at);
            int type = Character.getType(c);
            // Format characters include those that reverse the direction of text.
            boolean hidden = Character.isISOControl(c)
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR;
            if (hidden) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append(name.length() > LONGEST ? "…" : "").toString();
    }
}
