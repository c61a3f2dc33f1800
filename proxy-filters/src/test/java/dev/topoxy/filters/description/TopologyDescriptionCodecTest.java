package dev.topoxy.filters.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.filters.support.Frames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionGlobalStore;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

class TopologyDescriptionCodecTest {

    @Test
    void what_a_real_application_pushes_is_described_as_a_native_broker_describes_it() {
        TopologyDescription pushed = Frames.request(
                        "broker-4.4.0-push.key93-v0-req.hex", new StreamsGroupTopologyDescriptionUpdateRequestData(), 0)
                .topologyDescription();
        StreamsGroupDescribeResponseData.TopologyDescription described = Frames.response(
                        "broker-4.4.0-describe.key89-v1-resp.hex", new StreamsGroupDescribeResponseData(), 1)
                .groups()
                .get(0)
                .topologyDescription();

        assertThat(DescribedDescription.fromRecord(PushedDescription.toRecord(pushed)))
                .isEqualTo(described);
    }

    @Test
    void the_order_of_everything_pushed_is_kept_and_repetitions_are_dropped_as_a_broker_does() {
        TopologyDescriptionNode source =
                node("z", 1).setSourceTopics(List.of("t2", "t1", "t2")).setSuccessors(List.of("y", "x", "y"));
        TopologyDescriptionNode processor =
                node("y", 2).setStores(List.of("s2", "s1")).setSuccessors(List.of("b", "a"));
        var described = DescribedDescription.fromRecord(PushedDescription.toRecord(description(source, processor)));

        var nodes = described.subtopologies().get(0).nodes();
        assertThat(nodes.get(0).sourceTopics()).containsExactly("t2", "t1");
        assertThat(nodes.get(0).successors()).containsExactly("y", "x");
        assertThat(nodes.get(1).stores()).containsExactly("s2", "s1");
        assertThat(nodes.get(1).successors()).containsExactly("b", "a");
    }

    @Test
    void sinks_without_a_fixed_topic_empty_topologies_and_dangling_successors_pass() {
        TopologyDescriptionNode dynamic = node("sink", 3).setSuccessors(List.of("nowhere"));
        var described = DescribedDescription.fromRecord(PushedDescription.toRecord(description(dynamic)));
        assertThat(described.subtopologies().get(0).nodes().get(0).sinkTopic()).isNull();
        assertThat(described.subtopologies().get(0).nodes().get(0).successors()).containsExactly("nowhere");

        var empty = DescribedDescription.fromRecord(PushedDescription.toRecord(new TopologyDescription()));
        assertThat(empty.subtopologies()).isEmpty();
        assertThat(empty.globalStores()).isEmpty();
    }

    @Test
    void an_unknown_node_type_is_refused_in_a_brokers_words() {
        assertThatThrownBy(() -> PushedDescription.toRecord(description(node("n", 9))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("Unknown topology node type: 9");
        assertThatThrownBy(() -> PushedDescription.toRecord(description(node("n", 0))))
                .hasMessage("Unknown topology node type: 0");
    }

    @Test
    void a_global_store_that_is_not_source_and_processor_is_refused_in_a_brokers_words() {
        for (int[] types : new int[][] {{2, 1}, {1, 1}, {2, 2}, {1, 3}, {3, 2}}) {
            TopologyDescription pushed = new TopologyDescription()
                    .setGlobalStores(List.of(new TopologyDescriptionGlobalStore()
                            .setSource(node("s", types[0]))
                            .setProcessor(node("p", types[1]))));
            assertThatThrownBy(() -> PushedDescription.toRecord(pushed))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessage("Global store must be composed of a source and a processor node.");
        }
    }

    @Test
    void an_unknown_node_type_in_a_subtopology_is_reported_before_a_bad_global_store() {
        TopologyDescription pushed = description(node("n", 7))
                .setGlobalStores(List.of(new TopologyDescriptionGlobalStore()
                        .setSource(node("s", 2))
                        .setProcessor(node("p", 2))));
        assertThatThrownBy(() -> PushedDescription.toRecord(pushed)).hasMessage("Unknown topology node type: 7");
    }

    @Test
    void the_size_is_what_the_description_takes_on_the_wire() {
        TopologyDescription pushed = description(node("näme", 1).setSourceTopics(List.of("t")));
        var request = new StreamsGroupTopologyDescriptionUpdateRequestData()
                .setGroupId("")
                .setMemberId("")
                .setTopologyDescription(pushed);
        int emptyIdsEpochAndTags = 1 + 1 + 4 + 1;
        int wire = MessageUtil.toByteBufferAccessor(request, (short) 0).buffer().remaining();

        assertThat(PushedDescription.bytes(pushed)).isEqualTo(wire - emptyIdsEpochAndTags);
    }

    @Test
    void unicode_and_control_characters_come_back_as_they_went() {
        String name = "\u0000\n\u001b[31m\ud83d\ude00 кафка";
        TopologyDescription pushed = description(node(name, 1));
        var described = DescribedDescription.fromRecord(PushedDescription.toRecord(reread(pushed)));
        assertThat(described.subtopologies().get(0).nodes().get(0).name()).isEqualTo(name);
    }

    @Test
    void a_plugins_value_that_cannot_be_written_is_found_out_before_it_is_answered() {
        assertThatThrownBy(() -> DescribedDescription.fromRecord(oneSink("x".repeat(32_768))))
                .isInstanceOf(RuntimeException.class);
        assertThat(DescribedDescription.fromRecord(oneSink("x".repeat(32_767))).subtopologies())
                .hasSize(1);
    }

    private static StreamsGroupTopologyDescription oneSink(String name) {
        Sink sink = new Sink(name, Optional.empty(), Set.of());
        return new StreamsGroupTopologyDescription(List.of(new Subtopology("0", List.of(sink))), List.of());
    }

    private static TopologyDescription reread(TopologyDescription description) {
        ByteBufferAccessor bytes = MessageUtil.toByteBufferAccessor(description, (short) 0);
        return new TopologyDescription(bytes, (short) 0);
    }

    private static TopologyDescription description(TopologyDescriptionNode... nodes) {
        return new TopologyDescription()
                .setSubtopologies(List.of(new TopologyDescriptionSubtopology()
                        .setSubtopologyId("0")
                        .setNodes(List.of(nodes))));
    }

    private static TopologyDescriptionNode node(String name, int type) {
        return new TopologyDescriptionNode().setName(name).setNodeType((byte) type);
    }
}
