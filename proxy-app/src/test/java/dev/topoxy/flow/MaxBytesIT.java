package dev.topoxy.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Descriptions larger than allowed: refused without being taken in, and not asked for again. */
class MaxBytesIT {

    private static final int DEFAULT_LIMIT = 358_400;
    private static final int NINETY_MEGABYTES = 90_000_000;

    /** What the process may grow by for other reasons, such as compiled code. */
    private static final long FEW_MEGABYTES_IN_KB = 8 * 1024;

    private static KafkaCluster cluster;
    private static ProxyProcess proxy;

    @BeforeAll
    static void start() {
        cluster = Brisk.prepared(SharedBrokers.of(KafkaArtifacts.V4_3));
        proxy = ProxyProcess.inFrontOf(
                cluster.bootstrap(), Workspace.target("logs").resolve("max-bytes-proxy.log"));
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void a_description_of_just_the_limit_is_taken_and_one_byte_more_is_not() throws Exception {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            RawMember member = RawMember.of(client, "at-the-limit", "member");
            member.join(Brisk.INPUT);

            var above = member.push(ofBytes(DEFAULT_LIMIT + 1));
            var at = member.push(ofBytes(DEFAULT_LIMIT));

            assertThat(at.errorCode()).isZero();
            assertRefused(above, DEFAULT_LIMIT + 1);
        }
    }

    @Test
    void a_group_whose_description_is_too_large_is_not_asked_again_while_others_are() throws Exception {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            RawMember large = RawMember.of(client, "too-large", "member");
            RawMember small = RawMember.of(client, "small-enough", "member");
            boolean askedFirst = large.join(Brisk.INPUT).topologyDescriptionRequired();

            assertRefused(large.push(ofBytes(400_000)), 400_000);

            assertThat(askedFirst).isTrue();
            assertThat(large.beat().topologyDescriptionRequired()).isFalse();
            assertThat(small.join(Brisk.INPUT).topologyDescriptionRequired()).isTrue();
            assertThat(RawMember.of(client, "too-large", "second")
                            .join(Brisk.INPUT)
                            .topologyDescriptionRequired())
                    .isFalse();
        }
    }

    @Test
    void ninety_megabytes_are_refused_while_they_stream_in_and_the_connection_lives_on() throws Exception {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            RawMember member = RawMember.of(client, "flood", "member");
            member.join(Brisk.INPUT);
            TopologyDescription flood = ofBytes(NINETY_MEGABYTES);
            // Code is loaded and read buffers have their size after this one.
            assertRefused(member.push(ofBytes(2_000_000)), 2_000_000);
            long before = proxy.jvm().rssKb();

            var refusal = member.push(flood);

            assertRefused(refusal, NINETY_MEGABYTES);
            assertThat(proxy.jvm().rssKb() - before).isLessThan(FEW_MEGABYTES_IN_KB);
            assertThat(member.beat().errorCode()).isZero();
            assertThat(member.beat().topologyDescriptionRequired()).isFalse();
        }
    }

    @Test
    void zero_turns_the_limit_off() throws Exception {
        try (ProxyProcess unlimited = ProxyProcess.inFrontOf(
                        cluster.bootstrap(),
                        Workspace.target("logs").resolve("unlimited-proxy.log"),
                        "--max-bytes",
                        "0");
                RawClient client = RawClient.connect(unlimited.bootstrap())) {
            RawMember member = RawMember.of(client, "unlimited", "member");
            member.join(Brisk.INPUT);

            assertThat(member.push(ofBytes(1_000_000)).errorCode()).isZero();
        }
    }

    /** One byte each on the wire, and more than the whole heap if decoded; nobody need be logged in to send them. */
    @Test
    void a_small_request_of_empty_elements_is_refused_without_being_decoded() throws Exception {
        var topology = new StreamsGroupHeartbeatRequestData.Topology()
                .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                        .setSubtopologyId("0")
                        .setSourceTopics(Collections.nCopies(700_000, ""))));
        var bomb = new StreamsGroupHeartbeatRequestData()
                .setGroupId("bomb")
                .setMemberId("member")
                .setTopology(topology);
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            var answer = client.call(bomb, 1).as(StreamsGroupHeartbeatResponseData.class);

            assertThat(answer.errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
            assertThat(RawMember.of(client, "after-the-bomb", "member")
                            .join(Brisk.INPUT)
                            .errorCode())
                    .isZero();
        }
    }

    private static void assertRefused(StreamsGroupTopologyDescriptionUpdateResponseData answer, int bytes) {
        assertThat(answer.errorCode()).isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.code());
        assertThat(answer.errorMessage())
                .contains(
                        Integer.toString(bytes),
                        Integer.toString(DEFAULT_LIMIT),
                        "group.streams.topology.description.max.bytes");
    }

    /** A description that takes exactly so many bytes in a request. */
    private static TopologyDescription ofBytes(int bytes) {
        int nameBytes = 30_000;
        String name = "n".repeat(nameBytes);
        List<TopologyDescriptionNode> nodes = IntStream.range(0, Math.max(1, bytes / (nameBytes + 100)))
                .mapToObj(i -> node(name))
                .toList();
        TopologyDescription description = new TopologyDescription()
                .setSubtopologies(List.of(new TopologyDescriptionSubtopology()
                        .setSubtopologyId("0")
                        .setNodes(nodes)));
        // Names fill up what is missing; long enough ones all carry a length of three bytes.
        int missing = bytes - size(description);
        for (int i = 0; missing > 0; i++) {
            int more = Math.min(missing, 2_700);
            nodes.get(i).setName(name + "m".repeat(more));
            missing -= more;
        }
        assertThat(size(description)).isEqualTo(bytes);
        return description;
    }

    private static TopologyDescriptionNode node(String name) {
        return new TopologyDescriptionNode().setName(name).setNodeType((byte) 2);
    }

    private static int size(TopologyDescription description) {
        return description.size(new ObjectSerializationCache(), (short) 0);
    }
}
