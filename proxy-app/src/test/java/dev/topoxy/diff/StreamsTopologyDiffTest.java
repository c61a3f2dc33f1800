package dev.topoxy.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.diff.Consequence.ChangelogRenamed;
import dev.topoxy.filters.diff.Consequence.RepartitionTopicRenamed;
import dev.topoxy.filters.diff.Consequence.TopicOrphaned;
import dev.topoxy.filters.diff.NodeMove;
import dev.topoxy.filters.diff.NodeRef;
import dev.topoxy.filters.diff.Renaming;
import dev.topoxy.filters.diff.SubtopologyDiff;
import dev.topoxy.filters.diff.TopologyDiff;
import dev.topoxy.testkit.Topologies;
import dev.topoxy.testkit.Topologies.Topics;
import java.util.List;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.junit.jupiter.api.Test;

class StreamsTopologyDiffTest {

    private static TopologyDiff diff(Topology before, Topology after) {
        var descriptions = new StreamsDescriptions("shop");
        return TopologyDiff.between("shop", descriptions.of(before), descriptions.of(after));
    }

    /** Counts orders by product and joins the names; with everything that Streams names by itself. */
    private static Topology counting(boolean tidied, boolean named) {
        var builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        if (tidied) {
            orders = orders.mapValues(value -> value.trim());
        }
        var byProduct = orders.selectKey((customer, product) -> product).groupByKey();
        var counts = named ? byProduct.count(Named.as("count"), Materialized.as("counts")) : byProduct.count();
        counts.toStream().mapValues(Object::toString).to("totals");
        builder.<String, String>stream("returns")
                .filter((key, value) -> value != null)
                .to("checked");
        return builder.build();
    }

    @Test
    void a_step_before_an_aggregation_renames_its_changelog_and_its_repartition_topic() {
        TopologyDiff diff = diff(counting(false, false), counting(true, false));

        assertThat(diff.subtopologies())
                .flatExtracting(sub -> sub.nodes().added())
                .extracting(NodeRef::name)
                .containsExactly("KSTREAM-MAPVALUES-0000000001");
        assertThat(diff.subtopologies())
                .flatExtracting(sub -> sub.nodes().removed())
                .isEmpty();
        assertThat(diff.subtopologies())
                .flatExtracting(sub -> sub.nodes().changed())
                .isEmpty();
        assertThat(diff.subtopologies())
                .flatExtracting(sub -> sub.nodes().moved())
                .hasSizeGreaterThan(8)
                .allMatch(NodeMove::renumbered);
        String before = diff.resources().stores().renamed().get(0).before();
        String after = diff.resources().stores().renamed().get(0).after();
        assertThat(diff.resources().stores().renamed()).hasSize(1).allMatch(Renaming::renumbered);
        assertThat(diff.consequences())
                .containsExactlyInAnyOrder(
                        new ChangelogRenamed(
                                before, after, "shop-" + before + "-changelog", "shop-" + after + "-changelog"),
                        new RepartitionTopicRenamed(
                                "shop-" + before + "-repartition", "shop-" + after + "-repartition"),
                        new TopicOrphaned("shop-" + before + "-changelog"),
                        new TopicOrphaned("shop-" + before + "-repartition"));
    }

    @Test
    void a_store_with_a_name_keeps_its_state_when_a_step_is_put_before_it() {
        TopologyDiff diff = diff(counting(false, true), counting(true, true));

        assertThat(diff.resources().stores().isEmpty()).isTrue();
        assertThat(diff.consequences()).noneMatch(ChangelogRenamed.class::isInstance);
    }

    @Test
    void naming_a_store_is_told_to_lose_what_the_generated_one_held() {
        TopologyDiff diff = diff(counting(false, false), counting(false, true));

        assertThat(diff.consequences())
                .filteredOn(ChangelogRenamed.class::isInstance)
                .extracting(consequence -> ((ChangelogRenamed) consequence).topicAfter())
                .containsExactly("shop-counts-changelog");
    }

    @Test
    void the_same_program_built_twice_does_not_differ() {
        Topology orders = Topologies.orders(Topics.withPrefix(""));

        TopologyDiff diff = diff(orders, Topologies.orders(Topics.withPrefix("")));

        assertThat(diff.isEmpty()).as(diff.toString()).isTrue();
        assertThat(diff.subtopologies()).allMatch(SubtopologyDiff::isEmpty).hasSizeGreaterThan(1);
    }

    @Test
    void a_program_whose_parts_are_written_in_another_order_has_only_moved() {
        TopologyDiff diff = diff(twoParts(List.of("a", "b", "c")), twoParts(List.of("c", "a", "b")));

        assertThat(diff.isMovesOnly()).as(diff.toString()).isTrue();
    }

    private static Topology twoParts(List<String> topics) {
        var builder = new StreamsBuilder();
        for (String topic : topics) {
            builder.<String, String>stream(topic)
                    .filter((key, value) -> value != null)
                    .mapValues(value -> value)
                    .to(topic + "-out");
        }
        return builder.build();
    }
}
