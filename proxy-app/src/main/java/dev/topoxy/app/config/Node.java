package dev.topoxy.app.config;

import java.util.List;
import java.util.Map;

/** What was written, before its meaning is known: the common form of a YAML file and of command line options. */
sealed interface Node {

    Origin origin();

    /** Nothing: {@code key:} or {@code key: ~}. */
    record Empty(Origin origin) implements Node {}

    /** A text, a number, a word: {@code text} after environment substitution. */
    record Scalar(Origin origin, String text) implements Node {}

    /** A value whose fault was told already. */
    record Faulty(Origin origin) implements Node {}

    record Sequence(Origin origin, List<Node> items) implements Node {}

    /** Entries in the order of the file. */
    record Mapping(Origin origin, Map<String, Entry> entries) implements Node {}

    /** A value, and where its key stands. */
    record Entry(Origin key, Node value) {}

    /** The form in words, for messages. */
    default String form() {
        if (this instanceof Scalar) {
            return "a single value";
        }
        if (this instanceof Sequence) {
            return "a list";
        }
        return this instanceof Mapping ? "a map" : "nothing";
    }
}
