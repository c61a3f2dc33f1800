package dev.topoxy.filters.diff;

/**
 * A name split into what stays and the numbers that Streams puts into the names it makes, like
 * {@code KSTREAM-MAP-0000000007} or {@code app-KSTREAM-AGGREGATE-STATE-STORE-0000000003-repartition}.
 *
 * @param text the whole name
 * @param role the name without such numbers; the name itself where there are none
 * @param number the first such number, or -1
 */
record GeneratedName(String text, String role, long number) {

    private static final int DIGITS = 10;

    static GeneratedName of(String text) {
        var role = new StringBuilder();
        long number = -1;
        int copied = 0;
        int wordStart = 0;
        for (int at = 0; at < text.length(); at++) {
            if (!isDigit(text.charAt(at))) {
                if (!isOfPrefix(text.charAt(at))) {
                    wordStart = at + 1;
                }
                continue;
            }
            int end = at;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            if (end - at == DIGITS && isPrefix(text.substring(wordStart, at))) {
                role.append(text, copied, at).append('#');
                number = number < 0 ? Long.parseLong(text.substring(at, end)) : number;
                copied = end;
            }
            wordStart = end;
            at = end - 1;
        }
        return new GeneratedName(text, role.append(text, copied, text.length()).toString(), number);
    }

    boolean generated() {
        return number >= 0;
    }

    private static boolean isPrefix(String word) {
        return word.endsWith("-") && (word.contains("KSTREAM-") || word.contains("KTABLE-"));
    }

    private static boolean isOfPrefix(char c) {
        return (c >= 'A' && c <= 'Z') || c == '-';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
