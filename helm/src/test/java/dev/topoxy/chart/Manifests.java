package dev.topoxy.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that the chart makes.
 *
 * @param source what they were made from, for messages
 */
record Manifests(String source, String text, List<JsonNode> all) {
    private static final YAMLMapper YAML = new YAMLMapper();

    static {
        // A key that stands twice hides the first.
        YAML.enable(com.fasterxml.jackson.core.JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    }

    Manifests {
        all = List.copyOf(all);
    }

    /**
     * Reads what Helm made.
     *
     * @param rendered null where it is nothing
     */
    static Manifests of(String source, @Nullable String rendered) {
        String text = Objects.requireNonNullElse(rendered, "");
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(text)) {
            List<JsonNode> all = new ArrayList<>();
            documents.forEachRemaining(document -> {
                if (document.isObject()) {
                    all.add(document);
                }
            });
            return new Manifests(source, text, all);
        } catch (IOException e) {
            throw new UncheckedIOException(source + " is rendered as no YAML", e);
        }
    }

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Stream<JsonNode> ofKind(String kind) {
        return all.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    /** The only one of its kind. */
    JsonNode only(String kind) {
        List<JsonNode> found = ofKind(kind).toList();
        if (found.size() != 1) {
            throw new AssertionError(source + " makes " + found.size() + " of kind " + kind);
        }
        return found.get(0);
    }

    /** What Topoxy is given as its configuration, by a gateway's file or a sidecar's environment. */
    List<String> configurations() {
        Stream<String> files = ofKind("ConfigMap")
                .map(map -> map.path("data").path("topoxy.yaml"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
        Stream<String> policies = ofKind("MutatingAdmissionPolicy")
                .map(policy -> InjectedContainer.of(policy).path("env"))
                .flatMap(env -> env.findParents("name").stream())
                .filter(variable -> variable.path("name").asText().equals("TOPOXY_CONFIG"))
                .map(variable -> variable.path("value").asText());
        return Stream.concat(files, policies).toList();
    }

    /** Specifications of pods, also of those within other objects. */
    List<JsonNode> pods() {
        return all.stream()
                .flatMap(object -> switch (object.path("kind").asText()) {
                    case "Pod" -> Stream.of(object.path("spec"));
                    case "Deployment" -> Stream.of(object.at("/spec/template/spec"));
                    default -> Stream.empty();
                })
                .toList();
    }
}
