package dev.topoxy.conformance;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.Endpoint;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.KeyValue;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TaskIds;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TaskOffset;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TopicInfo;
import org.apache.kafka.common.protocol.Errors;

/** Members come, stay and go: what a heartbeat is answered, and whom it asks for a description. */
final class HeartbeatScenarios {

    private static final int LEAVE = -1;
    private static final int LEAVE_STATIC = -2;

    private HeartbeatScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("heartbeat-asks-once-per-window", stage -> {
                    Member member = Member.of(stage, stage.group());
                    stage.expect(true, member.join().topologyDescriptionRequired());
                    for (int i = 0; i < 5; i++) {
                        stage.expect(false, member.beat().topologyDescriptionRequired());
                    }
                }),
                new Scenario("heartbeat-v0", stage -> {
                    Member member = Member.of(stage, stage.group(), "old", 0).joined();
                    member.beat();
                    member.ownBothTasks();
                    member.beat();
                    member.leave();
                }),
                new Scenario("heartbeat-v1", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    member.beat();
                    member.ownBothTasks();
                    member.beat();
                    member.leave();
                }),
                new Scenario("heartbeat-v0-and-v1-in-one-group", stage -> {
                    Member older = Member.of(stage, stage.group(), "old", 0).joined();
                    try (RawClient other = stage.target().connect()) {
                        Member newer = Member.over(other, stage, stage.group(), "new", 1);
                        newer.join();
                        older.beat();
                        newer.beat();
                        newer.pushed();
                        newer.beat();
                        older.beat();
                        Description.expect(Description.AVAILABLE, stage, stage.group());
                    }
                }),
                new Scenario("heartbeat-v0-member-pushes", stage -> {
                    Member member =
                            Member.of(stage, stage.group(), "old", 0).joined().pushed();
                    member.beat();
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("heartbeat-of-three-members-asks-one", stage -> {
                    for (String id : List.of("one", "two", "three")) {
                        Member.of(stage, stage.group(), id, 1).joined().beat();
                    }
                }),
                new Scenario("heartbeat-of-members-after-the-push-asks-none", stage -> {
                    Member first =
                            Member.of(stage, stage.group(), "one", 1).joined().pushed();
                    Member second = Member.of(stage, stage.group(), "two", 1);
                    stage.expect(false, second.join().topologyDescriptionRequired());
                    stage.expect(false, first.beat().topologyDescriptionRequired());
                }),
                new Scenario("heartbeat-second-member-pushes", stage -> {
                    Member first = Member.of(stage, stage.group(), "one", 1).joined();
                    Member second =
                            Member.of(stage, stage.group(), "two", 1).joined().pushed();
                    stage.expect(false, second.beat().topologyDescriptionRequired());
                    stage.expect(false, first.beat().topologyDescriptionRequired());
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("heartbeat-leave-and-rejoin", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    member.leave();
                    member.join();
                    member.beat();
                }),
                new Scenario("heartbeat-leave-and-rejoin-after-the-push", stage -> {
                    Member member = Member.of(stage, stage.group()).joined().pushed();
                    member.leave();
                    stage.expect(false, member.join().topologyDescriptionRequired());
                    Description.expect(Description.AVAILABLE, stage, stage.group());
                }),
                new Scenario("heartbeat-static-leave-and-rejoin", stage -> {
                    Member member = Member.of(stage, stage.group());
                    member.send(Requests.join(stage.group(), member.id()).setInstanceId("static"));
                    member.beat();
                    member.leave(LEAVE_STATIC);
                    member.send(Requests.join(stage.group(), "member-b").setInstanceId("static"));
                    Description.of(stage, stage.group());
                }),
                new Scenario("heartbeat-static-leave-with-instance-id", stage -> {
                    Member member = Member.of(stage, stage.group());
                    member.send(Requests.join(stage.group(), member.id()).setInstanceId("static"));
                    member.send(Requests.heartbeat(stage.group(), member.id(), LEAVE_STATIC)
                            .setInstanceId("static"));
                    Description.of(stage, stage.group());
                }),
                new Scenario("heartbeat-leave-of-unknown-member", stage -> {
                    Member.of(stage, stage.group()).joined();
                    Member.of(stage, stage.group(), "nobody", 1).leave(LEAVE);
                }),
                new Scenario("heartbeat-of-unknown-member", stage -> {
                    Member.of(stage, stage.group()).joined();
                    stage.expect(
                            Errors.UNKNOWN_MEMBER_ID.code(),
                            Member.of(stage, stage.group(), "nobody", 1)
                                    .send(Requests.heartbeat(stage.group(), "nobody", 3))
                                    .errorCode());
                }),
                new Scenario("heartbeat-of-unknown-group", stage -> {
                    Member.of(stage, stage.group()).send(Requests.heartbeat(stage.group(), "nobody", 3));
                }),
                new Scenario("heartbeat-at-a-wrong-epoch", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    stage.expect(
                            Errors.FENCED_MEMBER_EPOCH.code(),
                            member.send(Requests.heartbeat(stage.group(), member.id(), 99))
                                    .errorCode());
                }),
                refused("heartbeat-with-empty-group-id", request -> request.setGroupId("")),
                refused("heartbeat-with-empty-member-id", request -> request.setMemberId("")),
                refused("heartbeat-without-topology", request -> request.setTopology(null)),
                refused("heartbeat-with-an-impossible-epoch", request -> request.setMemberEpoch(-3)),
                refused("heartbeat-without-rebalance-timeout", request -> request.setRebalanceTimeoutMs(-1)),
                refused(
                        "heartbeat-join-with-tasks",
                        request -> request.setActiveTasks(
                                List.of(new TaskIds().setSubtopologyId("0").setPartitions(List.of(0))))),
                sent(
                        "heartbeat-with-empty-task-offsets",
                        request -> request.setTaskOffsets(List.of()).setTaskEndOffsets(List.of())),
                sent(
                        "heartbeat-with-endpoint-tags-and-rack",
                        request -> request.setRackId("rack")
                                .setUserEndpoint(new Endpoint().setHost("host").setPort(4321))
                                .setClientTags(
                                        List.of(new KeyValue().setKey("zone").setValue("a")))),
                sent(
                        "heartbeat-with-missing-source-topic",
                        request -> request.setTopology(Requests.topology(0, "conformance-missing"))),
                sent("heartbeat-with-missing-internal-topic", HeartbeatScenarios::withMissingInternalTopic),
                sent("heartbeat-with-topic-pattern", request -> {
                    request.topology().subtopologies().get(0).setSourceTopicRegex(List.of("conformance-in.*"));
                    return request;
                }),
                sent("heartbeat-with-faulty-topic-pattern", request -> {
                    request.topology().subtopologies().get(0).setSourceTopicRegex(List.of("([a-z"));
                    return request;
                }),
                sent("heartbeat-with-empty-topology", request -> {
                    request.topology().setSubtopologies(List.of());
                    return request;
                }),
                sent("heartbeat-that-shuts-down", request -> request.setShutdownApplication(true)),
                new Scenario("heartbeat-with-task-offsets", stage -> {
                    Member member = Member.of(stage, stage.group()).joined();
                    member.beat();
                    member.ownBothTasks();
                    List<TaskOffset> offsets =
                            List.of(new TaskOffset().setSubtopologyId("0").setOffset(5));
                    member.send(Requests.heartbeat(stage.group(), member.id(), 3)
                            .setTaskOffsets(offsets)
                            .setTaskEndOffsets(offsets));
                    member.beat();
                }),
                new Scenario("heartbeat-v0-with-task-offsets", stage -> {
                    Member.of(stage, stage.group(), "old", 0)
                            .send(Requests.join(stage.group(), "old")
                                    .setTaskOffsets(List.of(new TaskOffset()))
                                    .setTaskEndOffsets(List.of(new TaskOffset())));
                }),
                new Scenario("heartbeat-of-another-topology-at-the-same-epoch", stage -> {
                    Member.of(stage, stage.group()).joined();
                    Member.of(stage, stage.group(), "member-b", 1)
                            .send(Requests.join(stage.group(), "member-b")
                                    .setTopology(Requests.topology(0, Target.INPUT, "conformance-other")));
                    Description.of(stage, stage.group());
                }),
                new Scenario("heartbeat-of-a-later-topology", stage -> {
                    Member.of(stage, stage.group()).joined().pushed();
                    Member later = Member.of(stage, stage.group(), "later", 1);
                    later.send(
                            Requests.join(stage.group(), later.id()).setTopology(Requests.topology(1, Target.INPUT)));
                    later.push(1, Descriptions.small());
                    Description.of(stage, stage.group());
                }),
                new Scenario("heartbeat-of-a-stale-topology", HeartbeatScenarios::staleTopology));
    }

    private static void staleTopology(Stage stage) throws IOException {
        Member newer = Member.of(stage, stage.group(), "newer", 1);
        newer.send(Requests.join(stage.group(), newer.id()).setTopology(Requests.topology(5, Target.INPUT)));
        Member older = Member.of(stage, stage.group(), "older", 1);
        stage.expect(
                false,
                older.send(Requests.join(stage.group(), older.id()).setTopology(Requests.topology(3, Target.INPUT)))
                        .topologyDescriptionRequired());
        older.beat();
        newer.beat();
        older.push(3, Descriptions.small());
        newer.push(5, Descriptions.small());
        older.beat();
        newer.beat();
        Description.of(stage, stage.group());
    }

    private static StreamsGroupHeartbeatRequestData withMissingInternalTopic(StreamsGroupHeartbeatRequestData request) {
        request.topology()
                .subtopologies()
                .get(0)
                .setStateChangelogTopics(List.of(new TopicInfo()
                        .setName("conformance-changelog")
                        .setReplicationFactor((short) 1)
                        .setTopicConfigs(
                                List.of(new KeyValue().setKey("cleanup.policy").setValue("compact")))));
        return request;
    }

    @FunctionalInterface
    private interface Change {
        StreamsGroupHeartbeatRequestData of(StreamsGroupHeartbeatRequestData join);
    }

    /** A join that is refused, at both versions, and what is left of it. */
    private static Scenario refused(String name, Change change) {
        return new Scenario(name, stage -> {
            for (int version = 0; version <= 1; version++) {
                Member member = Member.of(stage, stage.group(), "member", version);
                short error = member.send(change.of(Requests.join(stage.group(), member.id())))
                        .errorCode();
                stage.expect(true, error != Errors.NONE.code());
            }
            Description.of(stage, stage.group());
        });
    }

    /** A join and the heartbeats after it. */
    private static Scenario sent(String name, Change change) {
        return new Scenario(name, stage -> {
            Member member = Member.of(stage, stage.group());
            member.send(change.of(Requests.join(stage.group(), member.id())));
            member.beat();
            member.beat();
            Description.of(stage, stage.group());
        });
    }
}
