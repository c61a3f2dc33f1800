package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The Helm chart takes Topoxy's settings as they are and refuses unknown ones: the part of its {@code values.schema.json}
 * that names them is written from the schema, with {@code -Dtopoxy.write.docs=true}.
 */
class ChartSchemaReferenceTest {
    private static final Path DOCUMENT = Path.of("..", "helm", "topoxy", "values.schema.json");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What the chart writes itself, from values of its own. */
    private static final Set<String> OF_THE_CHART = Set.of(
            "clusters",
            "admin",
            "shutdown.delay.ms",
            "shutdown.deadline.ms",
            "clusters[].name",
            "clusters[].bootstrap.servers",
            "clusters[].listen",
            "clusters[].advertised",
            "clusters[].brokers",
            "clusters[].tls",
            "clusters[].tls.ssl.certificate.location",
            "clusters[].tls.ssl.key.location",
            "clusters[].tls.ssl.client.auth",
            "clusters[].tls.ssl.truststore.location",
            "clusters[].topology.description.group.streams.topology.description.class",
            "clusters[].topology.description.group.streams.topology.description.plugin.class",
            "clusters[].topology.description.plugin.config");

    @Test
    void the_chart_knows_every_setting() throws IOException {
        ObjectNode document = (ObjectNode) MAPPER.readTree(DOCUMENT.toFile());
        ObjectNode definitions = (ObjectNode) document.get("$defs");
        definitions.set("settings", schema(""));
        definitions.set("clusterSettings", schema("clusters[]"));
        definitions.set("tlsSettings", schema("clusters[].tls"));
        String text = MAPPER.writer(printer()).writeValueAsString(document) + "\n";
        if (Boolean.getBoolean("topoxy.write.docs")) {
            Files.writeString(DOCUMENT, text);
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(text);
    }

    private static DefaultPrettyPrinter printer() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return new DefaultPrettyPrinter(Separators.createDefaultInstance()
                        .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                        .withArrayEmptySeparator("")
                        .withObjectEmptySeparator(""))
                .withObjectIndenter(indenter)
                .withArrayIndenter(indenter);
    }

    private static ObjectNode schema(String path) {
        Section section = Schema.SECTIONS.stream()
                .filter(candidate -> candidate.path().equals(path))
                .findFirst()
                .orElseThrow();
        ObjectNode schema = MAPPER.createObjectNode();
        schema.put("type", "object").put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        for (Key<?> key : section.keys()) {
            put(properties, path, key.name(), value(key.type().description()));
            key.aliases()
                    .forEach(alias ->
                            put(properties, path, alias, value(key.type().description())));
        }
        for (String name : section.subsections()) {
            String below = path.isEmpty() ? name : path + "." + name;
            if (!OF_THE_CHART.contains(below)) {
                properties.set(name, schema(below));
            }
        }
        return schema;
    }

    private static void put(ObjectNode properties, String path, String name, ObjectNode value) {
        if (!OF_THE_CHART.contains(path.isEmpty() ? name : path + "." + name)) {
            properties.set(name, value);
        }
    }

    /** What may be written, as far as its description tells; all of it can be a {@code ${VARIABLE}} too. */
    private static ObjectNode value(String description) {
        ObjectNode value = MAPPER.createObjectNode();
        Optional<String> choice = description.startsWith("one of ")
                ? Optional.of(description.substring("one of ".length()))
                : Optional.of(description).filter("true or false"::equals).map(text -> "true, false");
        if (choice.isPresent()) {
            ArrayNode any = value.putArray("anyOf");
            ArrayNode words = any.addObject().putArray("enum");
            Arrays.stream(choice.get().split(", ", -1)).forEach(words::add);
            if (description.startsWith("true")) {
                any.addObject().put("type", "boolean");
            }
            any.addObject().put("type", "string").put("pattern", "\\$\\{");
            return value;
        }
        boolean number = description.startsWith("a number") || description.startsWith("milliseconds");
        ArrayNode types = value.putArray("type").add("string").add(number ? "integer" : "number");
        if (description.endsWith("as a list")) {
            types.add("array");
        }
        if (description.contains("a map of ")) {
            types.add("object");
        }
        return value;
    }
}
