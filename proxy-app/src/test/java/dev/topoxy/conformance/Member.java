package dev.topoxy.conformance;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TaskIds;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;

/** A member of a streams group that sends what it is told to, and keeps its epoch and tasks as a client does. */
final class Member {

    private final Stage stage;
    private final RawClient client;
    private final String group;
    private final String id;
    private final int version;
    private int epoch;

    private Member(Stage stage, RawClient client, String group, String id, int version) {
        this.stage = stage;
        this.client = client;
        this.group = group;
        this.id = id;
        this.version = version;
    }

    /** On the scenario's connection, with heartbeats of v1. */
    static Member of(Stage stage, String group) {
        return of(stage, group, "member-a", 1);
    }

    static Member of(Stage stage, String group, String id, int version) {
        return new Member(stage, stage.client(), group, id, version);
    }

    /** On a connection of its own, as members of different processes are. */
    static Member over(RawClient client, Stage stage, String group, String id, int version) {
        return new Member(stage, client, group, id, version);
    }

    String id() {
        return id;
    }

    /** The group's topology epoch is 0 after that. */
    StreamsGroupHeartbeatResponseData join() throws IOException {
        return send(Requests.join(group, id));
    }

    /** Joins, and must succeed in it. */
    Member joined() throws IOException {
        stage.expect(Errors.NONE.code(), join().errorCode());
        return this;
    }

    StreamsGroupHeartbeatResponseData beat() throws IOException {
        return send(Requests.heartbeat(group, id, epoch));
    }

    /** A heartbeat that nobody takes note of, for those that wait for something. */
    StreamsGroupHeartbeatResponseData quietBeat() throws IOException {
        return client.call(Requests.heartbeat(group, id, epoch), version).as(StreamsGroupHeartbeatResponseData.class);
    }

    /** A last heartbeat: -1 to leave, -2 where a static member means to come back. */
    StreamsGroupHeartbeatResponseData leave(int memberEpoch) throws IOException {
        return send(Requests.heartbeat(group, id, memberEpoch));
    }

    StreamsGroupHeartbeatResponseData leave() throws IOException {
        return leave(-1);
    }

    /** Any heartbeat; what it is given back is kept for the next. */
    StreamsGroupHeartbeatResponseData send(StreamsGroupHeartbeatRequestData request) throws IOException {
        StreamsGroupHeartbeatResponseData answer =
                stage.ask(client, request, version, StreamsGroupHeartbeatResponseData.class);
        if (answer.errorCode() == Errors.NONE.code()) {
            epoch = answer.memberEpoch();
        }
        return answer;
    }

    /** Confirms that it has both tasks of the scenario's input. */
    StreamsGroupHeartbeatResponseData ownBothTasks() throws IOException {
        TaskIds both = new TaskIds().setSubtopologyId("0").setPartitions(List.of(0, 1));
        return send(Requests.heartbeat(group, id, epoch)
                .setActiveTasks(List.of(both))
                .setStandbyTasks(List.of())
                .setWarmupTasks(List.of()));
    }

    StreamsGroupTopologyDescriptionUpdateResponseData push(TopologyDescription description) throws IOException {
        return push(0, description);
    }

    StreamsGroupTopologyDescriptionUpdateResponseData push(int topologyEpoch, TopologyDescription description)
            throws IOException {
        return stage.ask(
                client,
                Requests.push(group, id, topologyEpoch, description),
                0,
                StreamsGroupTopologyDescriptionUpdateResponseData.class);
    }

    /** Pushes a small description, which must be taken. */
    Member pushed() throws IOException {
        stage.expect(Errors.NONE.code(), push(Descriptions.small()).errorCode());
        return this;
    }
}
