package dev.topoxy.filters.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.topoxy.filters.plugin.TopologyVersion;
import io.openlineage.server.OpenLineage;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

/** Events are read by the classes that OpenLineage generates from its specification. */
class JobEventsTest {

    private static final Instant TIME = Instant.parse("2026-11-29T12:00:00.123456Z");
    private static final String HOSTILE = "\"}],\\\u0000\n\u2028\ud800 <ü𝄞";

    private static final StreamsGroupTopologyDescription SHOP = new StreamsGroupTopologyDescription(
            List.of(
                    new Subtopology(
                            "0",
                            List.of(
                                    new Source("all", Set.of("orders", "returns"), Set.of("key")),
                                    new Source("by-pattern", Set.of(), Set.of("key")),
                                    new Processor("key", Set.of(), Set.of("out")),
                                    new Sink("out", Optional.of("shop-by-product-repartition"), Set.of()))),
                    new Subtopology(
                            "1",
                            List.of(
                                    new Source("in", Set.of("shop-by-product-repartition"), Set.of("count")),
                                    new Processor("count", Set.of("totals"), Set.of("to", "anywhere")),
                                    new Sink("to", Optional.of("order-totals"), Set.of()),
                                    new Sink("anywhere", Optional.empty(), Set.of())))),
            List.of(new GlobalStore(
                    new Source("products-source", Set.of("products"), Set.of("update")),
                    new Processor("update", Set.of("products-by-id"), Set.of()))));

    private final ObjectMapper mapper = JsonMapper.builder()
            .addModule(times())
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static String event(String group, StreamsGroupTopologyDescription description) {
        return new JobEvents("shops", "kafka://b1:9092")
                .of(new Stored(new TopologyVersion(group, 0, new Uuid(1, 2)), description, TIME));
    }

    private static SimpleModule times() {
        return new SimpleModule()
                .addSerializer(ZonedDateTime.class, ToStringSerializer.instance)
                .addDeserializer(ZonedDateTime.class, new StdDeserializer<>(ZonedDateTime.class) {
                    @Override
                    public ZonedDateTime deserialize(JsonParser parser, DeserializationContext context)
                            throws IOException {
                        return ZonedDateTime.parse(parser.getText());
                    }
                });
    }

    private OpenLineage.JobEvent read(String event) throws Exception {
        return mapper.readValue(event, OpenLineage.JobEvent.class);
    }

    @Test
    void the_official_classes_take_every_field_and_lose_none() throws Exception {
        String event = event("shop", SHOP);

        OpenLineage.JobEvent typed = read(event);

        assertThat(typed.getAdditionalProperties()).isEmpty();
        assertThat(mapper.<JsonNode>valueToTree(typed)).isEqualTo(mapper.readTree(event));
    }

    @Test
    void all_that_the_specification_requires_is_there() throws Exception {
        OpenLineage.JobEvent event = read(event("shop", SHOP));

        assertThat(event.getEventTime()).isEqualTo(ZonedDateTime.parse("2026-11-29T12:00:00.123Z"));
        assertThat(event.getProducer()).hasScheme("https");
        assertThat(event.getSchemaURL())
                .isEqualTo(URI.create("https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent"));
        assertThat(event.getJob().getNamespace()).isEqualTo("shops");
        assertThat(event.getJob().getName()).isEqualTo("shop");
        assertThat(event.getJob().getFacets().getAdditionalProperties())
                .containsOnlyKeys("jobType", "topoxy_topology", "topoxy_stores")
                .allSatisfy((name, facet) -> {
                    assertThat(facet.get_producer()).hasScheme("https");
                    assertThat(facet.get_schemaURL()).hasScheme("https");
                });
    }

    @Test
    void topics_that_are_read_and_written_are_datasets_and_repartition_topics_are_not() throws Exception {
        OpenLineage.JobEvent event = read(event("shop", SHOP));

        assertThat(event.getInputs())
                .extracting(OpenLineage.InputDataset::getName)
                .containsExactly("orders", "products", "returns");
        assertThat(event.getOutputs())
                .extracting(OpenLineage.OutputDataset::getName)
                .containsExactly("order-totals");
        assertThat(event.getInputs())
                .extracting(OpenLineage.InputDataset::getNamespace)
                .containsOnly("kafka://b1:9092");
    }

    @Test
    void nodes_whose_topics_cannot_be_told_are_marked() throws Exception {
        JsonNode facet = mapper.readTree(event("shop", SHOP)).at("/job/facets/topoxy_topology");

        assertThat(facet.get("dynamicSinks").toString()).isEqualTo("[\"anywhere\"]");
        assertThat(facet.get("patternSources").toString()).isEqualTo("[\"by-pattern\"]");
        assertThat(facet.get("internalTopics").toString()).isEqualTo("[\"shop-by-product-repartition\"]");
        assertThat(facet.at("/subtopologies/1/nodes").size()).isEqualTo(4);
    }

    @Test
    void stores_stand_in_a_facet_with_their_place() throws Exception {
        JsonNode facet = mapper.readTree(event("shop", SHOP)).at("/job/facets/topoxy_stores");

        assertThat(facet.at("/stores/0/name").asText()).isEqualTo("totals");
        assertThat(facet.at("/stores/0/subtopology").asText()).isEqualTo("1");
        assertThat(facet.at("/globalStores/0/name").asText()).isEqualTo("products-by-id");
        assertThat(facet.at("/globalStores/0/topics").toString()).isEqualTo("[\"products\"]");
    }

    @Test
    void hostile_names_arrive_as_they_are() throws Exception {
        var description = new StreamsGroupTopologyDescription(
                List.of(new Subtopology(
                        HOSTILE, List.of(new Source(HOSTILE, Set.of(HOSTILE), Set.of(HOSTILE, "nowhere"))))),
                List.of());

        OpenLineage.JobEvent event = read(event(HOSTILE, description));

        assertThat(event.getJob().getName()).isEqualTo(HOSTILE);
        assertThat(event.getInputs())
                .extracting(OpenLineage.InputDataset::getName)
                .containsExactly(HOSTILE);
    }

    @Test
    void an_empty_topology_is_an_event_too() throws Exception {
        OpenLineage.JobEvent event = read(event("shop", new StreamsGroupTopologyDescription(List.of(), List.of())));

        assertThat(event.getInputs()).isEmpty();
        assertThat(event.getOutputs()).isEmpty();
    }
}
