package dev.topoxy.app.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A map of names to single values; no value at all is an empty one. */
final class TextMap implements ValueType<Map<String, String>> {

    @Override
    public String description() {
        return "a map of names to single values";
    }

    @Override
    public Optional<Map<String, String>> read(Node value, String path, Faults faults) {
        if (value instanceof Node.Empty) {
            return Optional.of(Map.of());
        }
        if (!(value instanceof Node.Mapping mapping)) {
            if (!(value instanceof Node.Faulty)) {
                faults.add(value.origin(), path, "is " + value.form() + ": write a map, like {key: value}");
            }
            return Optional.empty();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        mapping.entries()
                .forEach((key, entry) -> Types.TEXT
                        .read(entry.value(), path + "." + key, faults)
                        .ifPresent(text -> texts.put(key, text)));
        return Optional.of(texts);
    }
}
