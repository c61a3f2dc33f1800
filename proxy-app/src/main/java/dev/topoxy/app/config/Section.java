package dev.topoxy.app.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * A map of the schema: the keys that may stand in it.
 *
 * @param path how the reference calls it, like {@code clusters[].brokers}; empty for the file itself
 * @param subsections names of keys that hold maps or lists of maps
 */
record Section(String path, String help, List<Key<?>> keys, List<String> subsections) {

    /** All names understood here, aliases last. */
    List<String> names() {
        return Stream.of(
                        keys.stream().map(Key::name),
                        subsections.stream(),
                        keys.stream().flatMap(key -> key.aliases().stream()))
                .flatMap(names -> names)
                .toList();
    }
}
