package dev.topoxy.app.config;

import java.util.List;
import java.util.Optional;

/**
 * One key of the schema.
 *
 * @param defaultValue as it would be written; empty where there is none or it depends on other keys
 * @param defaultNote the default in words, where it is not a fixed value
 * @param aliases other names by which the key is understood
 */
record Key<T>(
        String name,
        ValueType<T> type,
        boolean required,
        Optional<String> defaultValue,
        String defaultNote,
        List<String> aliases,
        String help) {

    static <T> Key<T> required(String name, ValueType<T> type, String help) {
        return new Key<>(name, type, true, Optional.empty(), "required", List.of(), help);
    }

    static <T> Key<T> optional(String name, ValueType<T> type, String defaultNote, String help) {
        return new Key<>(name, type, false, Optional.empty(), defaultNote, List.of(), help);
    }

    static <T> Key<T> of(String name, ValueType<T> type, String defaultValue, String help) {
        return new Key<>(name, type, false, Optional.of(defaultValue), "`" + defaultValue + "`", List.of(), help);
    }

    Key<T> alsoNamed(String alias) {
        return new Key<>(name, type, required, defaultValue, defaultNote, List.of(alias), help);
    }
}
