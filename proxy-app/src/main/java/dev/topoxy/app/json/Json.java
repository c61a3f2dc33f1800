package dev.topoxy.app.json;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON. What is not plain ASCII text leaves as an escape where it could be taken for markup or for the end of a
 * line, so that a document may be shown anywhere; half characters survive.
 */
public final class Json {

    private final StringBuilder out = new StringBuilder(1024);

    private Json() {}

    /** An object, its members in the order in which they are given. */
    public static final class Members {

        private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

        private Members() {}

        /** A member: a number, a boolean, a text, a time, an object, a list; null where there is nothing to say. */
        public Members with(String name, @Nullable Object value) {
            members.put(name, value);
            return this;
        }

        /** A member that is left out where there is no value. */
        public Members with(String name, Optional<?> value) {
            value.ifPresent(present -> members.put(name, present));
            return this;
        }
    }

    public static Members object() {
        return new Members();
    }

    /** The document on one line, with an end of line. */
    public static String text(Object value) {
        Json json = new Json();
        json.value(value);
        return json.out.append('\n').toString();
    }

    private void value(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Members object) {
            members(object.members);
        } else if (value instanceof Collection<?> items) {
            array(items);
        } else if (value instanceof CharSequence || value instanceof Instant || value instanceof Enum<?>) {
            quote(value.toString());
        } else {
            throw new IllegalArgumentException("not written as JSON: " + value.getClass());
        }
    }

    private void members(Map<String, @Nullable Object> members) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, @Nullable Object> member : members.entrySet()) {
            out.append(separator);
            quote(member.getKey());
            out.append(':');
            value(member.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private void array(Collection<?> items) {
        out.append('[');
        String separator = "";
        for (Object item : items) {
            out.append(separator);
            value(item);
            separator = ",";
        }
        out.append(']');
    }

    private void quote(String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (isUnsafe(c)) {
                out.append("\\u").append(String.format("%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static boolean isUnsafe(char c) {
        return c < ' '
                || c == '<'
                || c == '>'
                || c == '&'
                || (c >= '\u007f' && c < '\u00a0')
                || c == '\u2028'
                || c == '\u2029'
                || Character.isSurrogate(c);
    }
}
