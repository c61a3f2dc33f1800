package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.description.PushedDescription;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionGlobalStore;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UpdateFilterTest {

    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("g1").on(broker);
    private final ScriptedService service = new ScriptedService();
    private ScriptedConnection connection = connection(TopologyDescriptionSettings.DEFAULT_MAX_BYTES);

    @Test
    void the_api_is_offered_wherever_the_broker_knows_streams_groups() {
        assertThat(connection
                        .filter(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE)
                        .offer(broker.apis()))
                .contains(ApiVersionRange.of(0, 0));
        assertThat(connection
                        .filter(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE)
                        .offer(new BrokerApis(Map.of())))
                .isEmpty();
    }

    @Test
    void a_members_push_reaches_the_plugin_under_the_groups_topology() {
        answers(group.push("m1"), Errors.NONE, null);
        assertThat(service.stored).containsOnlyKeys(group.topology());
        assertThat(service.stored.get(group.topology()))
                .isEqualTo(PushedDescription.toRecord(group.push("m1").topologyDescription()));
    }

    @Test
    void the_broker_is_asked_for_permission_in_the_one_version_that_answers_for_streams_groups() {
        answers(group.push("m1"), Errors.NONE, null);
        ScriptedBroker.Received question =
                broker.received(ApiKeys.DESCRIBE_GROUPS).get(0);
        assertThat(question.version()).isEqualTo((short) 5);
        assertThat(((DescribeGroupsRequestData) question.body()).includeAuthorizedOperations())
                .isTrue();
    }

    @Test
    void describe_on_the_group_is_not_enough_to_push() {
        group.authorizedOperations = 256;
        answers(group.push("m1"), Errors.GROUP_AUTHORIZATION_FAILED, null);
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).isEmpty();
        assertThat(service.stored).isEmpty();
    }

    @Test
    void a_broker_that_tells_no_operations_is_not_taken_for_permission() {
        group.authorizedOperations = Integer.MIN_VALUE;
        answers(group.push("m1"), Errors.GROUP_AUTHORIZATION_FAILED, null);
    }

    @Test
    void without_any_permission_the_push_is_refused() {
        nothingAllowed();
        answers(group.push("m1"), Errors.GROUP_AUTHORIZATION_FAILED, null);
    }

    @Test
    void read_without_describe_suffices_for_a_member_whose_heartbeats_the_broker_accepts() {
        heartbeat(group.join("m1"));
        group.describeGroupsError = Errors.GROUP_AUTHORIZATION_FAILED;
        group.describeError = Errors.GROUP_AUTHORIZATION_FAILED;
        broker.answer(ApiKeys.STREAMS_GROUP_HEARTBEAT, (StreamsGroupHeartbeatRequestData request) -> {
            assertThat(request.memberId()).isEmpty();
            return new StreamsGroupHeartbeatResponseData()
                    .setErrorCode(Errors.INVALID_REQUEST.code())
                    .setStatus(List.of());
        });
        answers(group.push("m1"), Errors.NONE, null);
        answers(group.push("m2"), Errors.UNKNOWN_MEMBER_ID, "Member m2 is not a member of group g1.");
    }

    @Test
    void empty_ids_are_refused_in_a_brokers_words_and_order() {
        answers(group.push(""), Errors.INVALID_REQUEST, "MemberId can't be empty.");
        answers(group.push(" \t"), Errors.INVALID_REQUEST, "MemberId can't be empty.");
        answers(group.push("m1").setGroupId(""), Errors.INVALID_REQUEST, "GroupId can't be empty.");
        answers(group.push("").setGroupId(""), Errors.INVALID_REQUEST, "MemberId can't be empty.");
        group.describeGroupsError = Errors.NOT_COORDINATOR;
        answers(group.push(""), Errors.INVALID_REQUEST, "MemberId can't be empty.");
        group.describeGroupsError = Errors.COORDINATOR_NOT_AVAILABLE;
        answers(group.push(""), Errors.COORDINATOR_NOT_AVAILABLE, null);
        nothingAllowed();
        answers(group.push(""), Errors.GROUP_AUTHORIZATION_FAILED, null);
    }

    @Test
    void coordinator_errors_are_passed_on_whichever_question_meets_them() {
        for (Errors error : List.of(Errors.NOT_COORDINATOR, Errors.COORDINATOR_LOAD_IN_PROGRESS)) {
            group.describeGroupsError = error;
            group.describeError = Errors.NONE;
            answers(group.push("m1"), error, null);
            group.describeGroupsError = Errors.NONE;
            group.describeError = error;
            answers(group.push("m1"), error, null);
        }
        group.describeError = Errors.COORDINATOR_NOT_AVAILABLE;
        answers(group.push("m1"), Errors.COORDINATOR_NOT_AVAILABLE, null);
    }

    @Test
    void unknown_group_then_unknown_member_then_wrong_epoch_then_bad_description() {
        StreamsGroupTopologyDescriptionUpdateRequestData push =
                group.push("wrong").setTopologyEpoch(7);
        push.topologyDescription().subtopologies().get(0).nodes().get(0).setNodeType((byte) 9);

        group.describeError = Errors.GROUP_ID_NOT_FOUND;
        answers(push, Errors.GROUP_ID_NOT_FOUND, "Group g1 not found.");
        group.describeError = Errors.NONE;
        answers(push, Errors.UNKNOWN_MEMBER_ID, "Member wrong is not a member of group g1.");
        push.setMemberId("m1");
        answers(push, Errors.INVALID_REQUEST, "Topology epoch 7 does not match the group's current topology epoch 0.");
        push.setTopologyEpoch(0);
        answers(push, Errors.INVALID_REQUEST, "Unknown topology node type: 9");
        assertThat(service.stored).isEmpty();
    }

    @Test
    void a_bad_global_store_is_refused_in_a_brokers_words() {
        var push = group.push("m1");
        push.topologyDescription()
                .setGlobalStores(List.of(new TopologyDescriptionGlobalStore()
                        .setSource(new TopologyDescriptionNode().setNodeType((byte) 2))
                        .setProcessor(new TopologyDescriptionNode().setNodeType((byte) 2))));
        answers(push, Errors.INVALID_REQUEST, "Global store must be composed of a source and a processor node.");
    }

    @Test
    void where_the_topics_may_not_be_described_accepted_heartbeats_are_the_evidence() {
        heartbeat(group.join("m1"));
        group.describeError = Errors.TOPIC_AUTHORIZATION_FAILED;
        answers(group.push("m1"), Errors.NONE, null);
        assertThat(service.stored).containsOnlyKeys(group.topology());
        answers(
                group.push("m1").setTopologyEpoch(7),
                Errors.INVALID_REQUEST,
                "Topology epoch 7 does not match the group's current topology epoch 0.");
        answers(group.push("m2"), Errors.UNKNOWN_MEMBER_ID, "Member m2 is not a member of group g1.");
    }

    @Test
    void a_member_that_left_or_was_refused_is_no_evidence_any_more() {
        group.describeError = Errors.TOPIC_AUTHORIZATION_FAILED;
        heartbeat(group.join("m1"));
        heartbeat(group.heartbeat("m1").setMemberEpoch(-1));
        answers(group.push("m1"), Errors.UNKNOWN_MEMBER_ID, "Member m1 is not a member of group g1.");

        heartbeat(group.join("m1"));
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) -> new StreamsGroupHeartbeatResponseData()
                        .setErrorCode(Errors.UNKNOWN_MEMBER_ID.code())
                        .setStatus(List.of()));
        heartbeat(group.heartbeat("m1"));
        answers(group.push("m1"), Errors.UNKNOWN_MEMBER_ID, "Member m1 is not a member of group g1.");
    }

    @Test
    void evidence_of_another_connection_does_not_count() {
        group.describeError = Errors.TOPIC_AUTHORIZATION_FAILED;
        heartbeat(group.join("m1"));
        connection = connection(TopologyDescriptionSettings.DEFAULT_MAX_BYTES);
        answers(group.push("m1"), Errors.UNKNOWN_MEMBER_ID, "Member m1 is not a member of group g1.");
    }

    @Test
    void the_limit_itself_is_accepted_and_one_byte_more_is_refused_with_both_sizes_and_the_setting() {
        var push = group.push("m1");
        int bytes = PushedDescription.bytes(push.topologyDescription());
        connection = connection(bytes);
        answers(push, Errors.NONE, null);
        connection = connection(bytes - 1);
        answers(push, Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED, tooLarge(bytes, bytes - 1));
        connection = connection(0);
        answers(push, Errors.NONE, null);
    }

    @Test
    void size_comes_after_permission_and_before_the_ids() {
        connection = connection(1);
        int bytes = PushedDescription.bytes(group.push("").topologyDescription());
        answers(group.push(""), Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED, tooLarge(bytes, 1));
        nothingAllowed();
        answers(group.push(""), Errors.GROUP_AUTHORIZATION_FAILED, null);
    }

    @Test
    void a_topology_too_large_is_never_asked_for_again_but_another_one_is() {
        connection = connection(1);
        assertThat(heartbeat(group.join("m1")).topologyDescriptionRequired()).isTrue();
        assertThat(send(group.push("m1")).errorCode())
                .isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.code());
        assertThat(heartbeat(group.heartbeat("m1")).topologyDescriptionRequired())
                .isFalse();
        assertThat(heartbeat(group.join("m2")).topologyDescriptionRequired()).isFalse();

        group.sourceTopic = "other";
        assertThat(heartbeat(group.join("m1")).topologyDescriptionRequired()).isTrue();
    }

    @Test
    void somebody_who_is_no_member_cannot_stop_a_group_from_being_asked() {
        connection = connection(1);
        heartbeat(group.join("m1"));
        send(group.push("stranger"));
        assertThat(heartbeat(group.heartbeat("m1")).topologyDescriptionRequired())
                .isTrue();
    }

    @Test
    void a_frame_that_cannot_hold_an_acceptable_description_is_refused_by_its_beginning_alone() {
        connection = connection(1_000);
        heartbeat(group.join("m1"));
        var push = large(group.push("m1"), 200_000);
        int bytes = PushedDescription.bytes(push.topologyDescription());
        answers(push, Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED, tooLarge(bytes, 1_000));
        assertThat(heartbeat(group.heartbeat("m1")).topologyDescriptionRequired())
                .isFalse();

        nothingAllowed();
        answers(push, Errors.GROUP_AUTHORIZATION_FAILED, null);
        group.describeGroupsError = Errors.NOT_COORDINATOR;
        answers(push, Errors.NOT_COORDINATOR, null);
    }

    @Test
    void the_longest_ids_do_not_make_an_acceptable_push_too_large() {
        var push = group.push("m".repeat(32_767)).setGroupId("g".repeat(32_767));
        group.members.add(push.memberId());
        int bytes = PushedDescription.bytes(push.topologyDescription());
        connection = connection(bytes);
        int longestHeader = 2 + 2 + 4 + 2 + 32_767 + 1;
        int body = 2 * (3 + 32_767) + 4 + bytes + 1;

        assertThat(connection
                        .filter(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE)
                        .maxRequestBytes())
                .isGreaterThanOrEqualTo(longestHeader + body)
                .isLessThan(bytes + 100_000);
        answers(push, Errors.NONE, null);
    }

    @Test
    void a_beginning_that_makes_no_sense_is_an_invalid_request_wherever_it_is_cut() {
        var push = group.push("m1");
        for (int kept = 0; kept < 10; kept++) {
            StreamsGroupTopologyDescriptionUpdateResponseData response = connection
                    .<StreamsGroupTopologyDescriptionUpdateResponseData>sendOversized(push, 0, kept)
                    .join();
            assertThat(Errors.forCode(response.errorCode())).as("kept %d", kept).isEqualTo(Errors.INVALID_REQUEST);
        }
        assertThat(connection
                        .<StreamsGroupTopologyDescriptionUpdateResponseData>sendOversized(push, 0, 10)
                        .join()
                        .errorMessage())
                .contains("larger than the proxy takes in");
    }

    @Test
    void without_a_limit_only_the_relays_own_applies() {
        connection = connection(0);
        assertThat(connection
                        .filter(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE)
                        .maxRequestBytes())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void the_plugins_own_error_is_the_answer() {
        service.set = topology -> CompletableFuture.failedFuture(new InvalidRequestException("no cycles, please"));
        answers(group.push("m1"), Errors.INVALID_REQUEST, "no cycles, please");
        service.set = topology -> CompletableFuture.failedFuture(
                Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.exception("disk full"));
        answers(group.push("m1"), Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED, "disk full");
        service.set = topology -> {
            throw new IllegalStateException("secret");
        };
        answers(group.push("m1"), Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED, "The proxy failed.");
    }

    @Test
    void a_plugin_that_takes_its_time_delays_its_own_answer_only() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        service.set = topology -> never;
        CompletableFuture<StreamsGroupTopologyDescriptionUpdateResponseData> answer =
                connection.send(group.push("m1"), 0);
        assertThat(heartbeat(group.heartbeat("m1")).errorCode()).isZero();
        assertThat(answer).isNotDone();
    }

    @Test
    void a_proxy_that_cannot_learn_the_topology_says_so() {
        group.describeError = Errors.TOPIC_AUTHORIZATION_FAILED;
        heartbeat(group.heartbeat("m1"));
        StreamsGroupTopologyDescriptionUpdateResponseData answer = send(group.push("m1"));
        assertThat(answer.errorCode()).isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.code());
        assertThat(answer.errorMessage()).contains("DESCRIBE");
    }

    @Test
    void an_empty_topology_and_hostile_text_are_stored_as_they_are() {
        answers(group.push("m1").setTopologyDescription(new TopologyDescription()), Errors.NONE, null);
        var push = group.push("m1");
        push.topologyDescription().subtopologies().get(0).nodes().get(0).setName("\n\u001b[2J\u202e\ud83d\ude00");
        answers(push, Errors.NONE, null);
        assertThat(service.stored.get(group.topology()))
                .isEqualTo(PushedDescription.toRecord(push.topologyDescription()));
    }

    private static StreamsGroupTopologyDescriptionUpdateRequestData large(
            StreamsGroupTopologyDescriptionUpdateRequestData push, int bytes) {
        push.topologyDescription()
                .subtopologies()
                .get(0)
                .nodes()
                .get(0)
                .setStores(Collections.nCopies(bytes / 100, "s".repeat(99)));
        return push;
    }

    private static String tooLarge(int bytes, int limit) {
        return "The topology description of " + bytes + " bytes is larger than the " + limit
                + " bytes that group.streams.topology.description.max.bytes allows.";
    }

    private void nothingAllowed() {
        group.describeGroupsError = Errors.GROUP_AUTHORIZATION_FAILED;
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) -> new StreamsGroupHeartbeatResponseData()
                        .setErrorCode(Errors.GROUP_AUTHORIZATION_FAILED.code())
                        .setStatus(List.of()));
    }

    private ScriptedConnection connection(int maxBytes) {
        TopologyDescriptionSettings memory = TopologyDescriptionSettings.memory();
        return new ScriptedConnection(
                broker,
                new TopologyDescriptionFilters(
                        service,
                        new TopologyDescriptionSettings(
                                memory.plugin(),
                                memory.pluginsDirectory(),
                                memory.pluginConfig(),
                                maxBytes,
                                NativeMode.AUTO,
                                memory.pluginTimeout(),
                                memory.pluginThreads(),
                                memory.pluginQueue(),
                                memory.refresh(),
                                DescribeTopics.GROUP)));
    }

    private void answers(
            StreamsGroupTopologyDescriptionUpdateRequestData push, Errors error, @Nullable String message) {
        StreamsGroupTopologyDescriptionUpdateResponseData answer = send(push);
        assertThat(Errors.forCode(answer.errorCode())).isEqualTo(error);
        assertThat(answer.errorMessage()).isEqualTo(message);
        assertThat(answer.throttleTimeMs()).isZero();
    }

    private StreamsGroupTopologyDescriptionUpdateResponseData send(
            StreamsGroupTopologyDescriptionUpdateRequestData push) {
        return connection
                .<StreamsGroupTopologyDescriptionUpdateResponseData>send(push, 0)
                .join();
    }

    private StreamsGroupHeartbeatResponseData heartbeat(StreamsGroupHeartbeatRequestData request) {
        return connection.<StreamsGroupHeartbeatResponseData>send(request, 1).join();
    }
}
