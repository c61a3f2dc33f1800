package dev.topoxy.filters.support;

import dev.topoxy.filters.group.TopologyDescriptionIds;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.Endpoint;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.StreamsGroupHeartbeatResponse;

/** A streams group on a {@link ScriptedBroker}: what its members send, and what the broker says of it. */
public final class StreamsGroup {

    private static final int READ_AND_DESCRIBE = 264;

    public final String id;
    public int epoch;
    public String sourceTopic = "in";
    public final List<String> members = new ArrayList<>(List.of("m1"));
    public int authorizedOperations = READ_AND_DESCRIBE;
    public Errors describeGroupsError = Errors.NONE;
    public Errors describeError = Errors.NONE;

    public StreamsGroup(String id) {
        this.id = id;
    }

    /** Has the broker answer for this group, whatever group is asked for. */
    public StreamsGroup on(ScriptedBroker broker) {
        broker.answer(
                ApiKeys.DESCRIBE_GROUPS,
                (DescribeGroupsRequestData request) -> new DescribeGroupsResponseData()
                        .setGroups(List.of(new DescribeGroupsResponseData.DescribedGroup()
                                .setGroupId(request.groups().get(0))
                                .setErrorCode(describeGroupsError.code())
                                .setAuthorizedOperations(
                                        describeGroupsError == Errors.NONE
                                                ? authorizedOperations
                                                : Integer.MIN_VALUE))));
        broker.answer(
                ApiKeys.STREAMS_GROUP_DESCRIBE,
                (StreamsGroupDescribeRequestData request) -> new StreamsGroupDescribeResponseData()
                        .setGroups(request.groupIds().stream()
                                .map(each -> describeError == Errors.NONE ? described(each) : refused(each))
                                .toList()));
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) -> accepted(request, List.of()));
        return this;
    }

    /** What the broker answers to a heartbeat that it accepts. */
    public static StreamsGroupHeartbeatResponseData accepted(
            StreamsGroupHeartbeatRequestData request, List<StreamsGroupHeartbeatResponseData.Status> status) {
        return new StreamsGroupHeartbeatResponseData()
                .setMemberId(request.memberId())
                .setMemberEpoch(Math.max(request.memberEpoch(), 1))
                .setHeartbeatIntervalMs(5000)
                .setTaskOffsetIntervalMs(60_000)
                .setStatus(status);
    }

    public static StreamsGroupHeartbeatResponseData.Status staleTopology() {
        return new StreamsGroupHeartbeatResponseData.Status()
                .setStatusCode(StreamsGroupHeartbeatResponse.Status.STALE_TOPOLOGY.code())
                .setStatusDetail("old");
    }

    public TopologyVersion topology() {
        return TopologyDescriptionIds.of(ScriptedConnection.CLUSTER_ID, id, joinedTopology());
    }

    public StreamsGroupHeartbeatRequestData join(String member) {
        return heartbeat(member).setMemberEpoch(0).setTopology(joinedTopology());
    }

    public StreamsGroupHeartbeatRequestData heartbeat(String member) {
        return new StreamsGroupHeartbeatRequestData()
                .setGroupId(id)
                .setMemberId(member)
                .setMemberEpoch(3);
    }

    public StreamsGroupTopologyDescriptionUpdateRequestData push(String member) {
        return new StreamsGroupTopologyDescriptionUpdateRequestData()
                .setGroupId(id)
                .setMemberId(member)
                .setTopologyEpoch(epoch)
                .setTopologyDescription(new TopologyDescription()
                        .setSubtopologies(List.of(new TopologyDescriptionSubtopology()
                                .setSubtopologyId("0")
                                .setNodes(List.of(new TopologyDescriptionNode()
                                        .setName("source")
                                        .setNodeType((byte) 1)
                                        .setSourceTopics(List.of(sourceTopic)))))));
    }

    private StreamsGroupHeartbeatRequestData.Topology joinedTopology() {
        return new StreamsGroupHeartbeatRequestData.Topology()
                .setEpoch(epoch)
                .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                        .setSubtopologyId("0")
                        .setSourceTopics(List.of(sourceTopic))));
    }

    private DescribedGroup described(String groupId) {
        return new DescribedGroup()
                .setGroupId(groupId)
                .setGroupState("Stable")
                .setTopology(new StreamsGroupDescribeResponseData.Topology()
                        .setEpoch(epoch)
                        .setSubtopologies(List.of(new StreamsGroupDescribeResponseData.Subtopology()
                                .setSubtopologyId("0")
                                .setSourceTopics(List.of(sourceTopic)))))
                .setMembers(members.stream()
                        .map(member -> new StreamsGroupDescribeResponseData.Member()
                                .setMemberId(member)
                                .setUserEndpoint(new Endpoint().setHost("h").setPort(1))
                                .setAssignment(new StreamsGroupDescribeResponseData.Assignment())
                                .setTargetAssignment(new StreamsGroupDescribeResponseData.Assignment()))
                        .toList());
    }

    private DescribedGroup refused(String groupId) {
        return new DescribedGroup()
                .setGroupId(groupId)
                .setErrorCode(describeError.code())
                .setErrorMessage(
                        describeError == Errors.GROUP_ID_NOT_FOUND ? "Group " + groupId + " not found." : null);
    }
}
