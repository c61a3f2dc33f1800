package dev.topoxy.filters.diff;

import static dev.topoxy.filters.diff.TopologyMaker.topology;
import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.diff.Consequence.ChangelogRenamed;
import dev.topoxy.filters.diff.Consequence.ChangelogTakenOver;
import dev.topoxy.filters.diff.Consequence.GlobalStoreAdded;
import dev.topoxy.filters.diff.Consequence.GlobalStoreChanged;
import dev.topoxy.filters.diff.Consequence.InputAdded;
import dev.topoxy.filters.diff.Consequence.InputRemoved;
import dev.topoxy.filters.diff.Consequence.OutputAdded;
import dev.topoxy.filters.diff.Consequence.OutputRemoved;
import dev.topoxy.filters.diff.Consequence.RepartitionTopicRenamed;
import dev.topoxy.filters.diff.Consequence.StateRestored;
import dev.topoxy.filters.diff.Consequence.StoreRemoved;
import dev.topoxy.filters.diff.Consequence.TopicOrphaned;
import java.util.List;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

class TopologyDiffTest {

    private static final StreamsGroupTopologyDescription COUNT = topology()
            .source("KSTREAM-SOURCE-0000000000", "in", "KSTREAM-AGGREGATE-0000000002")
            .processor(
                    "KSTREAM-AGGREGATE-0000000002",
                    "KSTREAM-AGGREGATE-STATE-STORE-0000000001",
                    "KTABLE-TOSTREAM-0000000003")
            .processor("KTABLE-TOSTREAM-0000000003", "", "KSTREAM-SINK-0000000004")
            .sink("KSTREAM-SINK-0000000004", "out")
            .make();

    @Test
    void a_topology_does_not_differ_from_itself() {
        TopologyDiff diff = TopologyDiff.between("app", COUNT, COUNT);

        assertThat(diff.isEmpty()).isTrue();
        assertThat(diff.consequences()).isEmpty();
        assertThat(diff.toString()).isEqualTo("No change.\n");
    }

    @Test
    void nodes_that_cannot_be_told_apart_and_empty_subtopologies_are_no_change() {
        Processor twin = new Processor("KSTREAM-FILTER-0000000001", Set.of(), Set.of());
        Processor same = new Processor("KSTREAM-FILTER-0000000001", Set.of(), Set.of("KSTREAM-FILTER-0000000001"));
        StreamsGroupTopologyDescription odd = new StreamsGroupTopologyDescription(
                List.of(new Subtopology("0", List.of(twin, same, twin)), new Subtopology("1", List.of())), List.of());
        StreamsGroupTopologyDescription more = new StreamsGroupTopologyDescription(
                List.of(new Subtopology("1", List.of()), new Subtopology("2", List.of())), List.of());

        assertThat(TopologyDiff.between("app", odd, odd).isEmpty()).isTrue();
        assertThat(TopologyDiff.between("app", odd, more).subtopologies())
                .filteredOn(SubtopologyDiff::isEmpty)
                .anySatisfy(kept -> assertThat(kept.before()).contains("1"));
    }

    @Test
    void a_new_operator_before_an_aggregation_moves_all_that_follows_and_loses_the_state() {
        StreamsGroupTopologyDescription after = topology()
                .source("KSTREAM-SOURCE-0000000000", "in", "KSTREAM-MAPVALUES-0000000001")
                .processor("KSTREAM-MAPVALUES-0000000001", "", "KSTREAM-AGGREGATE-0000000003")
                .processor(
                        "KSTREAM-AGGREGATE-0000000003",
                        "KSTREAM-AGGREGATE-STATE-STORE-0000000002",
                        "KTABLE-TOSTREAM-0000000004")
                .processor("KTABLE-TOSTREAM-0000000004", "", "KSTREAM-SINK-0000000005")
                .sink("KSTREAM-SINK-0000000005", "out")
                .make();

        TopologyDiff diff = TopologyDiff.between("app", COUNT, after);

        NodeChanges nodes = diff.subtopologies().get(0).nodes();
        assertThat(nodes.added()).containsExactly(new NodeRef(NodeKind.PROCESSOR, "KSTREAM-MAPVALUES-0000000001"));
        assertThat(nodes.removed()).isEmpty();
        assertThat(nodes.changed()).isEmpty();
        assertThat(nodes.moved()).hasSize(3).allMatch(NodeMove::renumbered);
        assertThat(nodes.removedEdges())
                .containsExactly(new Edge("KSTREAM-SOURCE-0000000000", "KSTREAM-AGGREGATE-0000000002"));
        assertThat(nodes.addedEdges())
                .containsExactly(
                        new Edge("KSTREAM-SOURCE-0000000000", "KSTREAM-MAPVALUES-0000000001"),
                        new Edge("KSTREAM-MAPVALUES-0000000001", "KSTREAM-AGGREGATE-0000000003"));
        assertThat(diff.consequences())
                .containsExactly(
                        new ChangelogRenamed(
                                "KSTREAM-AGGREGATE-STATE-STORE-0000000001",
                                "KSTREAM-AGGREGATE-STATE-STORE-0000000002",
                                "app-KSTREAM-AGGREGATE-STATE-STORE-0000000001-changelog",
                                "app-KSTREAM-AGGREGATE-STATE-STORE-0000000002-changelog"),
                        new TopicOrphaned("app-KSTREAM-AGGREGATE-STATE-STORE-0000000001-changelog"));
        assertThat(diff.toString())
                .contains("STATE LOST: store 'KSTREAM-AGGREGATE-STATE-STORE-0000000001' is now")
                .contains("  + processor KSTREAM-MAPVALUES-0000000001\n")
                .contains("  = processor KSTREAM-AGGREGATE-0000000002 -> KSTREAM-AGGREGATE-0000000003\n");
    }

    @Test
    void two_stores_that_swap_their_generated_names_are_seen_to_mix_up_their_state() {
        TopologyDiff diff = TopologyDiff.between("app", twoCounts("a", "b"), twoCounts("b", "a"));

        assertThat(diff.consequences().subList(0, 2))
                .containsExactly(
                        new ChangelogTakenOver(
                                "KSTREAM-REDUCE-STATE-STORE-0000000001",
                                "app-KSTREAM-REDUCE-STATE-STORE-0000000001-changelog",
                                "KSTREAM-REDUCE-0000000002",
                                "KSTREAM-REDUCE-0000000002"),
                        new ChangelogTakenOver(
                                "KSTREAM-REDUCE-STATE-STORE-0000000004",
                                "app-KSTREAM-REDUCE-STATE-STORE-0000000004-changelog",
                                "KSTREAM-REDUCE-0000000005",
                                "KSTREAM-REDUCE-0000000005"));
        assertThat(diff.isMovesOnly()).isTrue();
        assertThat(diff.consequences()).noneMatch(TopicOrphaned.class::isInstance);
    }

    private static StreamsGroupTopologyDescription twoCounts(String first, String second) {
        return topology()
                .source("KSTREAM-SOURCE-0000000000", first, "KSTREAM-REDUCE-0000000002")
                .processor("KSTREAM-REDUCE-0000000002", "KSTREAM-REDUCE-STATE-STORE-0000000001", "")
                .subtopology("1")
                .source("KSTREAM-SOURCE-0000000003", second, "KSTREAM-REDUCE-0000000005")
                .processor("KSTREAM-REDUCE-0000000005", "KSTREAM-REDUCE-STATE-STORE-0000000004", "")
                .make();
    }

    @Test
    void a_renumbered_repartition_topic_skips_what_it_still_holds() {
        TopologyDiff diff = TopologyDiff.between("app", repartition("app", 3), repartition("app", 4));

        assertThat(diff.isMovesOnly()).isTrue();
        assertThat(diff.resources().sourceTopics().isEmpty()).isTrue();
        assertThat(diff.resources().sinkTopics().isEmpty()).isTrue();
        assertThat(diff.consequences())
                .containsExactly(
                        new RepartitionTopicRenamed(
                                "app-KSTREAM-KEY-SELECT-0000000003-repartition",
                                "app-KSTREAM-KEY-SELECT-0000000004-repartition"),
                        new TopicOrphaned("app-KSTREAM-KEY-SELECT-0000000003-repartition"));
    }

    private static StreamsGroupTopologyDescription repartition(String app, int number) {
        String name = "KSTREAM-KEY-SELECT-000000000" + number;
        return topology()
                .source("in", "in", name)
                .processor(name, "", name + "-repartition-sink")
                .sink(name + "-repartition-sink", app + "-" + name + "-repartition")
                .subtopology("1")
                .source(name + "-repartition-source", app + "-" + name + "-repartition", "each")
                .processor("each", "", "")
                .make();
    }

    @Test
    void topics_that_come_and_go_are_named_as_inputs_and_outputs() {
        StreamsGroupTopologyDescription before =
                topology().source("from", "a b", "to").sink("to", "x").make();
        StreamsGroupTopologyDescription after =
                topology().source("from", "b c", "to").sink("to", "y").make();

        TopologyDiff diff = TopologyDiff.between("app", before, after);

        assertThat(diff.consequences())
                .containsExactly(
                        new OutputRemoved("x"), new InputRemoved("a"), new InputAdded("c"), new OutputAdded("y"));
        assertThat(diff.subtopologies().get(0).nodes().changed())
                .extracting(NodeChange::after)
                .containsExactly("from", "to");
    }

    @Test
    void a_sink_that_begins_to_choose_its_topics_is_a_change() {
        StreamsGroupTopologyDescription before =
                topology().source("from", "a", "to").sink("to", "x").make();
        StreamsGroupTopologyDescription after =
                topology().source("from", "a", "to").sink("to", "").make();

        assertThat(TopologyDiff.between("app", before, after)
                        .subtopologies()
                        .get(0)
                        .nodes()
                        .changed())
                .extracting(NodeChange::after)
                .containsExactly("to");
    }

    @Test
    void a_store_that_gets_a_name_at_last_is_renamed_and_not_replaced() {
        StreamsGroupTopologyDescription after = topology()
                .source("KSTREAM-SOURCE-0000000000", "in", "count")
                .processor("count", "totals", "KTABLE-TOSTREAM-0000000003")
                .processor("KTABLE-TOSTREAM-0000000003", "", "KSTREAM-SINK-0000000004")
                .sink("KSTREAM-SINK-0000000004", "out")
                .make();

        TopologyDiff diff = TopologyDiff.between("app", COUNT, after);

        assertThat(diff.subtopologies().get(0).nodes().moved())
                .extracting(NodeMove::after)
                .containsExactly("count");
        assertThat(diff.consequences())
                .contains(new ChangelogRenamed(
                        "KSTREAM-AGGREGATE-STATE-STORE-0000000001",
                        "totals",
                        "app-KSTREAM-AGGREGATE-STATE-STORE-0000000001-changelog",
                        "app-totals-changelog"));
        assertThat(diff.isMovesOnly()).isFalse();
    }

    @Test
    void a_removed_store_leaves_its_changelog_behind() {
        StreamsGroupTopologyDescription before = topology()
                .source("from", "a", "count")
                .processor("count", "totals", "")
                .make();
        StreamsGroupTopologyDescription after = topology()
                .source("from", "a", "count")
                .processor("count", "", "")
                .make();

        assertThat(TopologyDiff.between("app", before, after).consequences())
                .containsExactly(new StoreRemoved("totals"), new TopicOrphaned("app-totals-changelog"));
    }

    @Test
    void a_shifted_subtopology_is_matched_by_its_nodes() {
        StreamsGroupTopologyDescription before = topology()
                .source("from", "a", "count")
                .processor("count", "totals", "")
                .make();
        StreamsGroupTopologyDescription after = topology()
                .source("other", "b", "")
                .subtopology("1")
                .source("from", "a", "count")
                .processor("count", "totals", "")
                .make();

        TopologyDiff diff = TopologyDiff.between("app", before, after);

        assertThat(diff.consequences()).containsExactly(new InputAdded("b"), new StateRestored("0", "1"));
        assertThat(diff.subtopologies().get(0).before()).isEmpty();
        assertThat(diff.subtopologies().get(1).nodes().isEmpty()).isTrue();
        assertThat(diff.toString()).contains("Subtopology 0 (added):").contains("Subtopology 0 -> 1:");
    }

    @Test
    void global_stores_are_told_apart_from_the_others() {
        StreamsGroupTopologyDescription none =
                topology().source("from", "a", "").make();
        StreamsGroupTopologyDescription one = topology()
                .source("from", "a", "")
                .global("KSTREAM-SOURCE-0000000001", "ref", "KTABLE-SOURCE-0000000002", "products")
                .make();
        StreamsGroupTopologyDescription moved = topology()
                .source("from", "a", "")
                .global("KSTREAM-SOURCE-0000000003", "ref2", "KTABLE-SOURCE-0000000004", "products")
                .make();

        assertThat(TopologyDiff.between("app", none, one).consequences())
                .containsExactly(new InputAdded("ref"), new GlobalStoreAdded("products"));
        assertThat(TopologyDiff.between("app", one, moved).consequences())
                .containsExactly(new InputRemoved("ref"), new InputAdded("ref2"), new GlobalStoreChanged("products"));
    }

    @Test
    void hostile_names_stay_data() {
        String name = "\u001b[2Jevil\n\u202e" + "KSTREAM-".repeat(4_000) + "0000000001";
        StreamsGroupTopologyDescription hostile = topology()
                .source(name, name + "t", name + " nowhere")
                .processor(name, name, name)
                .processor(name, name, name)
                .subtopology("../../0\n")
                .sink("", "$(rm)")
                .make();

        TopologyDiff diff = TopologyDiff.between("\n", COUNT, hostile);

        assertThat(diff.toString()).doesNotContain("\u001b", "\u202e", "evil\n");
        assertThat(TopologyDiff.between("app", hostile, hostile).isEmpty()).isTrue();
    }
}
