package dev.topoxy.conformance;

import java.util.List;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Subtopology;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Topology;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;

/** Requests of a streams group's members and of those who look at it. */
final class Requests {

    private static final int REBALANCE_TIMEOUT_MS = 60_000;

    private Requests() {}

    /** A first heartbeat as the released client sends it at v0: it drops task offsets there. */
    static StreamsGroupHeartbeatRequestData join(String group, String member) {
        return new StreamsGroupHeartbeatRequestData()
                .setGroupId(group)
                .setMemberId(member)
                .setMemberEpoch(0)
                .setEndpointInformationEpoch(-1)
                .setRebalanceTimeoutMs(REBALANCE_TIMEOUT_MS)
                .setTopology(topology(0, Target.INPUT))
                .setActiveTasks(List.of())
                .setStandbyTasks(List.of())
                .setWarmupTasks(List.of())
                .setProcessId("process-of-" + member)
                .setClientTags(List.of());
    }

    /** What a join says of the topology: one subtopology. */
    static Topology topology(int epoch, String... sourceTopics) {
        return new Topology()
                .setEpoch(epoch)
                .setSubtopologies(
                        List.of(new Subtopology().setSubtopologyId("0").setSourceTopics(List.of(sourceTopics))));
    }

    /** A heartbeat that tells nothing new. */
    static StreamsGroupHeartbeatRequestData heartbeat(String group, String member, int memberEpoch) {
        return new StreamsGroupHeartbeatRequestData()
                .setGroupId(group)
                .setMemberId(member)
                .setMemberEpoch(memberEpoch);
    }

    static StreamsGroupTopologyDescriptionUpdateRequestData push(
            String group, String member, int epoch, TopologyDescription description) {
        return new StreamsGroupTopologyDescriptionUpdateRequestData()
                .setGroupId(group)
                .setMemberId(member)
                .setTopologyEpoch(epoch)
                .setTopologyDescription(description);
    }

    /** Asks for topology descriptions too; needs v1. */
    static StreamsGroupDescribeRequestData describe(String... groups) {
        return new StreamsGroupDescribeRequestData()
                .setGroupIds(List.of(groups))
                .setIncludeTopologyDescription(true);
    }

    static DeleteGroupsRequestData delete(String... groups) {
        return new DeleteGroupsRequestData().setGroupsNames(List.of(groups));
    }
}
