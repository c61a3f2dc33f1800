package dev.topoxy.store;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData.Coordinator;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.awaitility.Awaitility;

/** A member of a streams group that is nothing but its requests, through a proxy; survives that proxy's restart. */
final class RawMember implements AutoCloseable {

    private static final byte SOURCE = 1;

    private final String proxy;
    private final String group;
    private final String memberId = Uuid.randomUuid().toString();
    private RawClient coordinator;
    private int epoch;

    RawMember(String proxy, String group) throws IOException {
        this.proxy = proxy;
        this.group = group;
        this.coordinator = toCoordinator();
    }

    /** Once more from the proxy's bootstrap address on. */
    void reconnect() throws IOException {
        coordinator.close();
        coordinator = toCoordinator();
    }

    private RawClient toCoordinator() throws IOException {
        try (RawClient bootstrap = RawClient.connect(proxy)) {
            Coordinator found = Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollDelay(Duration.ZERO)
                    .until(
                            () -> bootstrap
                                    .call(new FindCoordinatorRequestData().setCoordinatorKeys(List.of(group)), 6)
                                    .as(FindCoordinatorResponseData.class)
                                    .coordinators()
                                    .get(0),
                            answer -> answer.errorCode() == 0);
            return RawClient.connect(found.host() + ":" + found.port());
        }
    }

    /** Joins or goes on; returns whether the description is asked for. A refusal is thrown as its exception. */
    boolean heartbeat() throws IOException {
        var request = new StreamsGroupHeartbeatRequestData()
                .setGroupId(group)
                .setMemberId(memberId)
                .setMemberEpoch(epoch)
                .setActiveTasks(epoch == 0 ? List.of() : null)
                .setStandbyTasks(epoch == 0 ? List.of() : null)
                .setWarmupTasks(epoch == 0 ? List.of() : null);
        if (epoch == 0) {
            request.setRebalanceTimeoutMs(60_000)
                    .setProcessId(memberId)
                    .setClientTags(List.of())
                    .setTopology(new StreamsGroupHeartbeatRequestData.Topology()
                            .setEpoch(0)
                            .setSubtopologies(List.of(new StreamsGroupHeartbeatRequestData.Subtopology()
                                    .setSubtopologyId("0")
                                    .setSourceTopics(List.of(group + "-input")))));
        }
        var answer = coordinator.call(request, 1).as(StreamsGroupHeartbeatResponseData.class);
        if (answer.errorCode() != 0) {
            throw Errors.forCode(answer.errorCode()).exception(answer.errorMessage());
        }
        epoch = answer.memberEpoch();
        return answer.topologyDescriptionRequired();
    }

    /** Pushes a description whose one source has that name. */
    Errors push(String source) throws IOException {
        var node = new TopologyDescriptionNode()
                .setName(source)
                .setNodeType(SOURCE)
                .setSourceTopics(List.of(group + "-input"));
        var request = new StreamsGroupTopologyDescriptionUpdateRequestData()
                .setGroupId(group)
                .setMemberId(memberId)
                .setTopologyEpoch(0)
                .setTopologyDescription(new TopologyDescription()
                        .setSubtopologies(List.of(new TopologyDescriptionSubtopology()
                                .setSubtopologyId("0")
                                .setNodes(List.of(node)))));
        return Errors.forCode(coordinator
                .call(request, 0)
                .as(StreamsGroupTopologyDescriptionUpdateResponseData.class)
                .errorCode());
    }

    /** The group as this member's proxy describes it. */
    DescribedGroup described() throws IOException {
        return coordinator
                .call(
                        new StreamsGroupDescribeRequestData()
                                .setGroupIds(List.of(group))
                                .setIncludeTopologyDescription(true),
                        1)
                .as(StreamsGroupDescribeResponseData.class)
                .groups()
                .get(0);
    }

    /** The name of the source that the proxy describes; empty where it has no description. */
    String describedSource() throws IOException {
        var description = described().topologyDescription();
        return description == null
                ? ""
                : description.subtopologies().get(0).nodes().get(0).name();
    }

    String group() {
        return group;
    }

    @Override
    public void close() throws IOException {
        coordinator.close();
    }
}
