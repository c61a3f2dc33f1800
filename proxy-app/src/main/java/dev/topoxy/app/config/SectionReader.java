package dev.topoxy.app.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one map by its section of the schema. Unknown and missing keys become faults when it is made. */
final class SectionReader {
    private final Node.Mapping mapping;
    private final String path;
    private final Faults faults;

    private SectionReader(Section section, Node.Mapping mapping, String path, Faults faults) {
        this.mapping = mapping;
        this.path = path;
        this.faults = faults;
        List<String> known = section.names();
        mapping.entries().forEach((name, entry) -> {
            if (!known.contains(name)) {
                faults.add(entry.key(), path(name), Suggestion.forKey(name, section));
            }
        });
        for (Key<?> key : section.keys()) {
            if (key.required() && !has(key)) {
                faults.add(
                        mapping.origin(),
                        path,
                        key.name() + " is missing: write " + key.type().description());
            }
        }
    }

    /** A section that is not a map is a fault, and is read as an empty one; one without any value just is empty. */
    static SectionReader of(Section section, Node node, String path, Faults faults) {
        if (node instanceof Node.Mapping mapping) {
            return new SectionReader(section, mapping, path, faults);
        }
        if (!(node instanceof Node.Empty) && !(node instanceof Node.Faulty)) {
            faults.add(
                    node.origin(),
                    path,
                    "is " + node.form() + ": write a map of " + String.join(", ", section.names()));
            return new SectionReader(withoutRequired(section), new Node.Mapping(node.origin(), Map.of()), path, faults);
        }
        return new SectionReader(section, new Node.Mapping(node.origin(), Map.of()), path, faults);
    }

    private static Section withoutRequired(Section section) {
        return new Section(section.path(), section.help(), List.of(), section.subsections());
    }

    boolean has(Key<?> key) {
        return entry(key).isPresent();
    }

    /** Where the value stands; for an absent one, where its map does. */
    Origin origin(Key<?> key) {
        return entry(key).map(entry -> entry.value().origin()).orElse(mapping.origin());
    }

    Origin origin() {
        return mapping.origin();
    }

    String path(Key<?> key) {
        return path(key.name());
    }

    private String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    String path() {
        return path;
    }

    /** The value as written; empty where it is absent or faulty. */
    <T> Optional<T> get(Key<T> key) {
        Optional<T> value = read(key, key.name());
        for (String alias : key.aliases()) {
            Optional<T> other = read(key, alias);
            if (value.isPresent() && other.isPresent() && !value.equals(other)) {
                faults.add(
                        valueOrigin(alias),
                        path(alias),
                        "'" + other.get() + "' contradicts " + key.name() + " '" + value.get()
                                + "': both are names of one setting, keep one");
            }
            value = value.or(() -> other);
        }
        return value;
    }

    /** As {@link #get}, or the schema's default. */
    <T> T getOrDefault(Key<T> key) {
        return get(key).orElseGet(() -> defaultOf(key));
    }

    Optional<Node> subsection(String name) {
        return Optional.ofNullable(mapping.entries().get(name)).map(Node.Entry::value);
    }

    SectionReader section(String name, Section section) {
        Node node = subsection(name).orElse(new Node.Empty(mapping.origin()));
        return of(section, node, path(name), faults);
    }

    private <T> Optional<T> read(Key<T> key, String name) {
        return Optional.ofNullable(mapping.entries().get(name))
                .flatMap(entry -> key.type().read(entry.value(), path(name), faults));
    }

    private Origin valueOrigin(String name) {
        return subsection(name).map(Node::origin).orElse(mapping.origin());
    }

    private Optional<Node.Entry> entry(Key<?> key) {
        return Optional.ofNullable(mapping.entries().get(key.name()))
                .or(() -> key.aliases().stream()
                        .flatMap(alias -> Optional.ofNullable(mapping.entries().get(alias)).stream())
                        .findFirst());
    }

    private static <T> T defaultOf(Key<T> key) {
        Node written = new Node.Scalar(
                new Origin.Default(), key.defaultValue().orElseThrow(() -> new IllegalStateException(key.name())));
        return key.type().read(written, key.name(), new Faults()).orElseThrow();
    }
}
