package dev.topoxy.filters.lineage;

import java.util.Collection;
import java.util.Map;

/** Writes maps, collections, texts and numbers as JSON; texts may hold anything, unpaired surrogates too. */
final class Json {

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    static String write(Map<String, ?> object) {
        var json = new Json();
        json.value(object);
        return json.out.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof Collection<?> items) {
            array(items);
        } else if (value instanceof Number number) {
            out.append(number);
        } else {
            text(value.toString());
        }
    }

    private void object(Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            text(entry.getKey().toString());
            out.append(':');
            value(entry.getValue());
            separator = ",";
        }
        out.append(map.isEmpty() ? "{}" : "}");
    }

    private void array(Collection<?> items) {
        String separator = "[";
        for (Object item : items) {
            out.append(separator);
            value(item);
            separator = ",";
        }
        out.append(items.isEmpty() ? "[]" : "]");
    }

    private void text(String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f' || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
                // As an escape even half a character arrives, where UTF-8 would turn it into something else.
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
