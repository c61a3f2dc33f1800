package dev.topoxy.filters.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.support.Frames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Subtopology;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TopicInfo;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Topology;
import org.junit.jupiter.api.Test;

class TopologyDescriptionIdsTest {

    @Test
    void a_real_join_and_the_brokers_description_of_the_group_give_the_same_id() {
        StreamsGroupHeartbeatRequestData join =
                Frames.request("broker-4.3.1-join.key88-v0-req.hex", new StreamsGroupHeartbeatRequestData(), 0);
        DescribedGroup described = Frames.response(
                        "broker-4.3.1-describe.key89-v0-resp.hex", new StreamsGroupDescribeResponseData(), 0)
                .groups()
                .get(0);

        assertThat(TopologyDescriptionIds.of("c", described))
                .contains(TopologyDescriptionIds.of("c", join.groupId(), join.topology()));
    }

    @Test
    void order_repetition_partition_counts_and_settings_make_no_difference() {
        Topology joined = topology(subtopology("1", "b", "a", "b"), subtopology("0", "x"));
        Topology otherwise = topology(subtopology("0", "x"), subtopology("1", "a", "b"));
        otherwise.subtopologies().get(1).repartitionSourceTopics().get(0).setPartitions(7);

        assertThat(TopologyDescriptionIds.of("c", "g", joined))
                .isEqualTo(TopologyDescriptionIds.of("c", "g", otherwise));
    }

    @Test
    void everything_that_makes_another_topology_makes_another_id() {
        Set<Uuid> ids = new HashSet<>();
        ids.add(TopologyDescriptionIds.of("c", "g", topology(subtopology("0", "ab", "c")))
                .id());
        ids.add(TopologyDescriptionIds.of("c", "g", topology(subtopology("0", "a", "bc")))
                .id());
        ids.add(TopologyDescriptionIds.of("c", "g", topology(subtopology("1", "ab", "c")))
                .id());
        ids.add(TopologyDescriptionIds.of(
                        "c", "g", topology(subtopology("0", "ab", "c")).setEpoch(1))
                .id());
        ids.add(TopologyDescriptionIds.of("cg", "", topology(subtopology("0", "ab", "c")))
                .id());
        ids.add(TopologyDescriptionIds.of("", "cg", topology(subtopology("0", "ab", "c")))
                .id());
        ids.add(TopologyDescriptionIds.of("c", "g", topology()).id());
        Topology changelog = topology(subtopology("0", "ab", "c"));
        changelog.subtopologies().get(0).stateChangelogTopics().add(new TopicInfo().setName("l"));
        ids.add(TopologyDescriptionIds.of("c", "g", changelog).id());
        Topology sink = topology(subtopology("0", "ab", "c"));
        sink.subtopologies().get(0).setRepartitionSinkTopics(List.of("l"));
        ids.add(TopologyDescriptionIds.of("c", "g", sink).id());

        assertThat(ids).hasSize(9);
    }

    @Test
    void the_id_of_a_topology_never_changes_between_releases_of_the_proxy() {
        assertThat(TopologyDescriptionIds.of("MkU3OEVBNTcwNTJENDM2Qg", "orders", topology(subtopology("0", "in")))
                        .id())
                .hasToString("Jf8ULS1DgZeCTNDDDzW1tA");
    }

    @Test
    void ids_are_well_formed_uuids_and_never_begin_with_a_dash() {
        for (int epoch = 0; epoch < 2_000; epoch++) {
            Uuid id = TopologyDescriptionIds.of("c", "g", topology().setEpoch(epoch))
                    .id();
            assertThat(id.getMostSignificantBits() >>> 12 & 0xf).isEqualTo(8);
            assertThat(id.getLeastSignificantBits() >>> 62).isEqualTo(2);
            assertThat(id.toString()).doesNotStartWith("-");
            assertThat(Uuid.RESERVED).doesNotContain(id);
        }
    }

    @Test
    void a_group_that_is_described_without_topology_has_no_id() {
        assertThat(TopologyDescriptionIds.of("c", new DescribedGroup().setGroupId("g")))
                .isEmpty();
        assertThat(TopologyDescriptionIds.of(
                        "c",
                        new DescribedGroup()
                                .setGroupId("g")
                                .setTopology(new StreamsGroupDescribeResponseData.Topology().setSubtopologies(null))))
                .isEmpty();
    }

    private static Topology topology(Subtopology... subtopologies) {
        return new Topology().setEpoch(0).setSubtopologies(List.of(subtopologies));
    }

    private static Subtopology subtopology(String id, String... sources) {
        Subtopology subtopology = new Subtopology().setSubtopologyId(id).setSourceTopics(List.of(sources));
        subtopology.repartitionSourceTopics().add(new TopicInfo().setName("r"));
        return subtopology;
    }
}
