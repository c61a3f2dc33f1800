package dev.topoxy.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.protocol.ApiMessage;

/** Answers as JSON, with the ids that are drawn by lot replaced and what has no order sorted. */
final class Normalizer {

    static final ObjectMapper JSON = new ObjectMapper();

    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern KAFKA_UUID = Pattern.compile("[A-Za-z0-9_-]{22}");

    private Normalizer() {}

    /** A message with Kafka's own converter. */
    static JsonNode json(ApiMessage message, short version) {
        try {
            Class<?> type = message.getClass();
            JsonNode json = (JsonNode) Class.forName(type.getName() + "JsonConverter")
                    .getMethod("write", type, short.class)
                    .invoke(null, message, version);
            return normalize(json);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no JSON of " + message, e);
        }
    }

    static String text(String text) {
        return UUID.matcher(text).replaceAll("<uuid>");
    }

    private static JsonNode normalize(JsonNode json) {
        if (json instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> object.set(name, normalize(name, object.get(name))));
        } else if (json instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, normalize(array.get(i)));
            }
        }
        return json instanceof TextNode text ? TextNode.valueOf(text(text.textValue())) : json;
    }

    private static JsonNode normalize(String name, JsonNode value) {
        if (name.equals("memberId") && KAFKA_UUID.matcher(value.asText()).matches()) {
            return TextNode.valueOf("<member>");
        }
        if (name.equals("clusterId") && value.isTextual()) {
            return TextNode.valueOf("<cluster>");
        }
        boolean unordered = name.equals("members") || name.equals("results");
        return normalize(unordered && value instanceof ArrayNode array ? sorted(array) : value);
    }

    private static ArrayNode sorted(ArrayNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        elements.sort(Comparator.comparing(JsonNode::toString));
        ArrayNode sorted = JSON.createArrayNode();
        sorted.addAll(elements);
        return sorted;
    }
}
