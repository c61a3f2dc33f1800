package dev.topoxy.filters.diff;

/**
 * Two names of the same thing.
 *
 * @param renumbered whether only the number differs that Streams gave
 */
public record Renaming(String before, String after, boolean renumbered) {

    static Renaming of(String before, String after) {
        GeneratedName from = GeneratedName.of(before);
        GeneratedName to = GeneratedName.of(after);
        return new Renaming(before, after, from.generated() && from.role().equals(to.role()));
    }
}
