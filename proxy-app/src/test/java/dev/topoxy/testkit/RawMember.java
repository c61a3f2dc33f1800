package dev.topoxy.testkit;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Subtopology;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Topology;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;

/** A member of a streams group, heartbeat by heartbeat, with a topology of one subtopology that reads some topics. */
public final class RawMember {

    private static final int REBALANCE_TIMEOUT_MS = 60_000;

    private final RawClient client;
    private final String group;
    private final String id;
    private final int version;
    private int epoch;

    private RawMember(RawClient client, String group, String id, int version, int epoch) {
        this.client = client;
        this.group = group;
        this.id = id;
        this.version = version;
        this.epoch = epoch;
    }

    /** Not yet in the group; heartbeats and pushes go over that connection. */
    public static RawMember of(RawClient client, String group, String id) {
        return new RawMember(client, group, id, 1, 0);
    }

    /** As {@link #of}, but with heartbeats of v0: all that a broker before 4.4 takes. */
    public static RawMember older(RawClient client, String group, String id) {
        return new RawMember(client, group, id, 0, 0);
    }

    /** The same member, as far as the broker can tell, over another connection and with v1. */
    public RawMember over(RawClient other) {
        return new RawMember(other, group, id, 1, epoch);
    }

    public StreamsGroupHeartbeatResponseData join(String... sourceTopics) throws IOException {
        client.send(joinRequest(sourceTopics), version);
        return readBeat();
    }

    public StreamsGroupHeartbeatRequestData joinRequest(String... sourceTopics) {
        Topology topology = new Topology()
                .setEpoch(0)
                .setSubtopologies(
                        List.of(new Subtopology().setSubtopologyId("0").setSourceTopics(List.of(sourceTopics))));
        return beatRequest()
                .setEndpointInformationEpoch(-1)
                .setRebalanceTimeoutMs(REBALANCE_TIMEOUT_MS)
                .setTopology(topology)
                .setActiveTasks(List.of())
                .setStandbyTasks(List.of())
                .setWarmupTasks(List.of())
                .setProcessId("process-of-" + id)
                .setClientTags(List.of());
    }

    /** A last heartbeat. */
    public StreamsGroupHeartbeatResponseData leave() throws IOException {
        return client.call(beatRequest().setMemberEpoch(-1), version).as(StreamsGroupHeartbeatResponseData.class);
    }

    /** A heartbeat that tells nothing new. */
    public StreamsGroupHeartbeatResponseData beat() throws IOException {
        sendBeat();
        return readBeat();
    }

    /** Sends a heartbeat whose answer {@link #readBeat} gives. */
    public void sendBeat() throws IOException {
        client.send(beatRequest(), version);
    }

    public StreamsGroupHeartbeatResponseData readBeat() throws IOException {
        StreamsGroupHeartbeatResponseData answer = client.read().as(StreamsGroupHeartbeatResponseData.class);
        if (answer.errorCode() == 0) {
            epoch = answer.memberEpoch();
        }
        return answer;
    }

    private StreamsGroupHeartbeatRequestData beatRequest() {
        return new StreamsGroupHeartbeatRequestData()
                .setGroupId(group)
                .setMemberId(id)
                .setMemberEpoch(epoch);
    }

    /** Pushes {@link #describing} its topology. */
    public StreamsGroupTopologyDescriptionUpdateResponseData push(String... sourceTopics) throws IOException {
        return push(describing(sourceTopics));
    }

    public StreamsGroupTopologyDescriptionUpdateResponseData push(TopologyDescription description) throws IOException {
        sendPush(description);
        return readPush();
    }

    /** Sends a push whose answer {@link #readPush} gives. */
    public void sendPush(TopologyDescription description) throws IOException {
        client.send(pushRequest(description), 0);
    }

    public StreamsGroupTopologyDescriptionUpdateRequestData pushRequest(TopologyDescription description) {
        return new StreamsGroupTopologyDescriptionUpdateRequestData()
                .setGroupId(group)
                .setMemberId(id)
                .setTopologyDescription(description);
    }

    public StreamsGroupTopologyDescriptionUpdateResponseData readPush() throws IOException {
        return client.read().as(StreamsGroupTopologyDescriptionUpdateResponseData.class);
    }

    /** One source node that reads these topics and nothing else. */
    public static TopologyDescription describing(String... sourceTopics) {
        TopologyDescriptionNode source = new TopologyDescriptionNode()
                .setName("source")
                .setNodeType((byte) 1)
                .setSourceTopics(List.of(sourceTopics));
        return new TopologyDescription()
                .setSubtopologies(List.of(new TopologyDescriptionSubtopology()
                        .setSubtopologyId("0")
                        .setNodes(List.of(source))));
    }

    public String group() {
        return group;
    }

    public RawClient client() {
        return client;
    }
}
