package dev.topoxy.app.config;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody who wrote an unknown key may have meant. */
final class Suggestion {

    private Suggestion() {}

    static String forKey(String unknown, Section section) {
        Optional<Section> elsewhere = Schema.SECTIONS.stream()
                .filter(other -> !other.equals(section) && other.names().contains(unknown))
                .findFirst();
        if (elsewhere.isPresent()) {
            String path = elsewhere.get().path();
            return "does not belong here: move it to " + (path.isEmpty() ? "the top level of the file" : path);
        }
        return "is not a setting: " + text(closest(unknown, section.names()), section.names());
    }

    /** What to say to somebody who wrote a key that is not among the names. */
    static String text(Optional<String> suggestion, List<String> names) {
        return suggestion
                .map(name -> "did you mean " + name + "?")
                .orElseGet(() -> "known here are " + String.join(", ", names));
    }

    /** The name that an unknown one may stand for. */
    static Optional<String> closest(String unknown, List<String> names) {
        return closest(unknown, names, Math.max(1, unknown.length() / 3));
    }

    /**
     * The same.
     *
     * @param most single letters that may differ
     */
    static Optional<String> closest(String unknown, List<String> names, int most) {
        String plain = plain(unknown);
        if (plain.length() > 100) {
            return Optional.empty();
        }
        Optional<String> byEnd = names.stream()
                .filter(name -> plain.length() > 3 && plain(name).endsWith("." + plain))
                .findFirst();
        return byEnd.or(() -> names.stream()
                .filter(name -> distance(plain, plain(name)) <= most)
                .min(Comparator.comparingInt(name -> distance(plain, plain(name)))));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
    }

    /** Single letters to insert, delete or replace to come from one to the other. */
    private static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
