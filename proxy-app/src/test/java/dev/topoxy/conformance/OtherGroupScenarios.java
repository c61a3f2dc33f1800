package dev.topoxy.conformance;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.OffsetCommitResponseData;
import org.apache.kafka.common.message.ShareGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ShareGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;

/** Groups that are no streams groups, and are treated as if they were. */
final class OtherGroupScenarios {

    private OtherGroupScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("other-classic-group", stage -> {
                    OffsetCommitRequestTopic topic = new OffsetCommitRequestTopic()
                            .setName(Target.INPUT)
                            .setPartitions(List.of(new OffsetCommitRequestPartition().setCommittedOffset(0)));
                    OffsetCommitRequestData commit = new OffsetCommitRequestData()
                            .setGroupId(stage.group())
                            .setTopics(List.of(topic));
                    stage.ask(commit, 8, OffsetCommitResponseData.class);
                    treatAsStreamsGroup(stage);
                }),
                new Scenario("other-consumer-group", stage -> {
                    ConsumerGroupHeartbeatRequestData join = new ConsumerGroupHeartbeatRequestData()
                            .setGroupId(stage.group())
                            .setMemberId("consumer")
                            .setRebalanceTimeoutMs(60_000)
                            .setSubscribedTopicNames(List.of(Target.INPUT))
                            .setTopicPartitions(List.of());
                    short error = stage.client()
                            .call(join, 1)
                            .as(ConsumerGroupHeartbeatResponseData.class)
                            .errorCode();
                    stage.expect(Errors.NONE.code(), error);
                    treatAsStreamsGroup(stage);
                }),
                new Scenario("other-share-group", stage -> {
                    ShareGroupHeartbeatRequestData join = new ShareGroupHeartbeatRequestData()
                            .setGroupId(stage.group())
                            .setMemberId("AAAAAAAAAAAAAAAAAAAAAQ")
                            .setSubscribedTopicNames(List.of(Target.INPUT));
                    short error = stage.client()
                            .call(join, 1)
                            .as(ShareGroupHeartbeatResponseData.class)
                            .errorCode();
                    stage.expect(Errors.NONE.code(), error);
                    treatAsStreamsGroup(stage);
                }));
    }

    private static void treatAsStreamsGroup(Stage stage) throws IOException {
        Description.of(stage, stage.group());
        stage.ask(
                Requests.describe(stage.group()).setIncludeTopologyDescription(false),
                0,
                StreamsGroupDescribeResponseData.class);
        stage.ask(
                Requests.push(stage.group(), "consumer", 0, Descriptions.small()),
                0,
                StreamsGroupTopologyDescriptionUpdateResponseData.class);
        Member.of(stage, stage.group()).join();
        Description.of(stage, stage.group());
    }
}
