package dev.topoxy.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the objects in a policy's CEL back, as the API server would build them: {@code Object.spec.x{name: "a"}} is an
 * object whose type must be its place, {@code {"a": "b"}} a map, and the rest is as in JSON.
 */
final class InjectedContainer {
    private static final Pattern TYPE = Pattern.compile("Object((?:\\.[a-zA-Z]+)*)\\{");
    private static final Pattern FIELD = Pattern.compile("([a-zA-Z]+):\\s*");
    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern WORD = Pattern.compile("-?\\d+|true|false");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String text;
    private int at;

    private InjectedContainer(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** The container that a policy adds. */
    static JsonNode of(JsonNode policy) {
        return added(policy.at("/spec/mutations/0/jsonPatch/expression").asText(), "/spec/initContainers/0");
    }

    /** What an expression adds at a path first. */
    static JsonNode added(String expression, String path) {
        String before = "op: \"add\", path: \"" + path + "\", value:";
        int start = expression.indexOf(before);
        if (start < 0) {
            throw new AssertionError("nothing is added at " + path + " by " + expression);
        }
        String place = path.replaceFirst("/(\\d+|-)$", "").replace('/', '.');
        return new InjectedContainer(expression, start + before.length()).value(place);
    }

    private JsonNode value(String place) {
        blanks();
        Matcher type = at(TYPE);
        if (type.lookingAt()) {
            if (!type.group(1).equals(place)) {
                throw new AssertionError("Object" + type.group(1) + " stands at " + place);
            }
            at = type.end();
            return object(place);
        }
        return switch (text.charAt(at)) {
            case '{' -> map();
            case '[' -> list(place);
            default -> scalar();
        };
    }

    private ObjectNode object(String place) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (!closes('}')) {
            Matcher field = required(FIELD);
            object.set(field.group(1), value(place + "." + field.group(1)));
        }
        return object;
    }

    private ObjectNode map() {
        at++;
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        while (!closes('}')) {
            String name = scalar().asText();
            blanks();
            if (text.charAt(at++) != ':') {
                throw new AssertionError("no colon behind " + name);
            }
            blanks();
            map.set(name, scalar());
        }
        return map;
    }

    private ArrayNode list(String place) {
        at++;
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        while (!closes(']')) {
            list.add(value(place));
        }
        return list;
    }

    private JsonNode scalar() {
        Matcher string = at(STRING);
        Matcher found = string.lookingAt() ? string : required(WORD);
        at = found.end();
        try {
            return MAPPER.readTree(found.group());
        } catch (JsonProcessingException e) {
            throw new AssertionError("no CEL string: " + found.group(), e);
        }
    }

    /** Steps over a comma, or the closing bracket. */
    private boolean closes(char bracket) {
        blanks();
        if (text.charAt(at) == ',') {
            at++;
            blanks();
        }
        if (text.charAt(at) == bracket) {
            at++;
            return true;
        }
        return false;
    }

    private Matcher required(Pattern pattern) {
        Matcher matcher = at(pattern);
        if (!matcher.lookingAt()) {
            throw new AssertionError("unexpected: " + text.substring(at));
        }
        at = matcher.end();
        return matcher;
    }

    private Matcher at(Pattern pattern) {
        return pattern.matcher(text).region(at, text.length());
    }

    private void blanks() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
