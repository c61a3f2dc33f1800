package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TaskOffset;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

class HeartbeatFilterTest {

    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("orders").on(broker);
    private final ScriptedService service = new ScriptedService();
    private final TopologyDescriptionFilters filters =
            new TopologyDescriptionFilters(service, TopologyDescriptionSettings.memory());
    private long now;
    private final ScriptedConnection connection = new ScriptedConnection(broker, filters);

    @Test
    void both_versions_are_offered_where_the_broker_has_one_and_nothing_where_it_lacks_the_api() {
        Filter<?, ?> filter = connection.filter(ApiKeys.STREAMS_GROUP_HEARTBEAT);
        assertThat(filter.offer(broker.apis())).contains(ApiVersionRange.of(0, 1));
        assertThat(filter.offer(ScriptedBroker.kafka44().apis())).contains(ApiVersionRange.of(0, 1));
        assertThat(filter.offer(new BrokerApis(Map.of()))).isEmpty();
    }

    @Test
    void task_offsets_never_reach_a_broker_that_refuses_them() {
        TaskOffset offset = new TaskOffset().setSubtopologyId("0").setOffset(5);
        send(group.heartbeat("m1").setTaskOffsets(List.of(offset)).setTaskEndOffsets(List.of()), 1);

        StreamsGroupHeartbeatRequestData arrived = heartbeatAtBroker(0);
        assertThat(arrived.taskOffsets()).isNull();
        assertThat(arrived.taskEndOffsets()).isNull();
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_HEARTBEAT).get(0).version())
                .isZero();
    }

    @Test
    void what_an_old_client_sends_is_left_to_the_broker() {
        send(group.heartbeat("m1").setTaskOffsets(List.of()), 0);
        assertThat(heartbeatAtBroker(0).taskOffsets()).isEmpty();
    }

    @Test
    void the_answer_reaches_a_new_client_in_its_version() {
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) ->
                        StreamsGroup.accepted(request, List.of()).setAcceptableRecoveryLagLegacy(10_000));
        StreamsGroupHeartbeatResponseData response = send(group.heartbeat("m1"), 1);
        assertThat(response.acceptableRecoveryLag()).isEqualTo(-1);
        assertThat(response.taskOffsetIntervalMs()).isEqualTo(60_000);
        assertThat(send(group.heartbeat("m1"), 0).acceptableRecoveryLagLegacy()).isEqualTo(10_000);
    }

    @Test
    void a_member_gathers_task_offsets_no_more_often_than_a_newer_broker_would_have_it() {
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) -> StreamsGroup.accepted(request, List.of())
                        .setMemberEpoch(request.memberEpoch())
                        .setTaskOffsetIntervalMs(0));
        assertThat(send(group.heartbeat("m1"), 1).taskOffsetIntervalMs()).isEqualTo(60_000);
        assertThat(send(group.heartbeat("m1").setMemberEpoch(-1), 1).taskOffsetIntervalMs())
                .isZero();
        assertThat(send(group.heartbeat("m1"), 0).taskOffsetIntervalMs()).isZero();
    }

    @Test
    void a_member_is_asked_to_push_after_it_joined_and_no_more_once_the_plugin_has_it() {
        assertThat(send(group.join("m1"), 1).topologyDescriptionRequired()).isTrue();
        assertThat(service.asked).containsExactly(group.topology());

        service.wants = topology -> false;
        assertThat(send(group.heartbeat("m1"), 1).topologyDescriptionRequired()).isFalse();
    }

    @Test
    void in_the_steady_state_nothing_but_the_heartbeat_goes_to_the_broker() {
        send(group.join("m1"), 1);
        for (int i = 0; i < 10; i++) {
            send(group.heartbeat("m1"), 1);
        }
        assertThat(broker.received()).hasSize(11);
    }

    @Test
    void an_old_clients_join_tells_the_topology_but_it_is_never_asked_to_push() {
        send(group.join("m1"), 0);
        assertThat(service.asked).isEmpty();
        assertThat(send(group.heartbeat("m2"), 1).topologyDescriptionRequired()).isTrue();
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).isEmpty();
    }

    @Test
    void a_group_not_seen_before_is_asked_for_once_by_all_connections_together() {
        assertThat(send(group.heartbeat("m1"), 1).topologyDescriptionRequired()).isTrue();
        ScriptedConnection other = new ScriptedConnection(broker, filters);
        assertThat(other.<StreamsGroupHeartbeatResponseData>send(group.heartbeat("m2"), 1)
                        .join()
                        .topologyDescriptionRequired())
                .isTrue();
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).hasSize(1);
        assertThat(service.asked).containsOnly(group.topology());
    }

    @Test
    void while_one_connection_asks_another_connections_heartbeat_does_not_wait() {
        CompletableFuture<StreamsGroupDescribeResponseData> late = new CompletableFuture<>();
        broker.answerLater(ApiKeys.STREAMS_GROUP_DESCRIBE, late);
        CompletableFuture<StreamsGroupHeartbeatResponseData> first = connection.send(group.heartbeat("m1"), 1);
        ScriptedConnection other = new ScriptedConnection(broker, filters);
        CompletableFuture<StreamsGroupHeartbeatResponseData> second = other.send(group.heartbeat("m2"), 1);

        assertThat(first).isNotDone();
        assertThat(second.join().topologyDescriptionRequired()).isFalse();
        late.completeExceptionally(new DisconnectException());
        assertThat(first.join().topologyDescriptionRequired()).isFalse();
    }

    @Test
    void a_broker_that_does_not_describe_the_group_is_not_asked_again_with_every_heartbeat() {
        group.describeError = Errors.TOPIC_AUTHORIZATION_FAILED;
        for (int i = 0; i < 5; i++) {
            assertThat(send(group.heartbeat("m1"), 1).topologyDescriptionRequired())
                    .isFalse();
        }
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).hasSize(1);
    }

    @Test
    void a_question_that_cannot_even_be_sent_leaves_the_next_connection_free_to_ask() {
        ScriptedBroker mute = new ScriptedBroker();
        group.on(mute);
        mute.speaks(ApiKeys.STREAMS_GROUP_HEARTBEAT, 0, 0);
        GroupRegistry registry = new GroupRegistry(GroupRegistry.Limits.DEFAULT, () -> now);
        Flow flow = new Flow(
                service,
                registry,
                NativeMode.AUTO,
                0,
                RefreshMode.NEVER,
                DescribeTopics.GROUP,
                () -> now,
                TopologyListener.NONE);
        StreamsGroupHeartbeatResponseData response = new ScriptedConnection(mute, flow::filters)
                .<StreamsGroupHeartbeatResponseData>send(group.heartbeat("m1"), 1)
                .join();
        assertThat(response.errorCode()).isZero();
        now = GroupRegistry.Limits.DEFAULT.askAgain().toNanos();
        assertThat(registry.startAsking(group.id)).isTrue();
    }

    @Test
    void leaving_members_and_refused_heartbeats_are_not_asked_to_push() {
        send(group.join("m1"), 1);
        service.asked.clear();
        assertThat(send(group.heartbeat("m1").setMemberEpoch(-1), 1).topologyDescriptionRequired())
                .isFalse();
        assertThat(send(group.heartbeat("m1").setMemberEpoch(-2), 1).topologyDescriptionRequired())
                .isFalse();
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) -> new StreamsGroupHeartbeatResponseData()
                        .setErrorCode(Errors.FENCED_MEMBER_EPOCH.code())
                        .setStatus(List.of()));
        StreamsGroupHeartbeatResponseData fenced = send(group.heartbeat("m1"), 1);
        assertThat(fenced.errorCode()).isEqualTo(Errors.FENCED_MEMBER_EPOCH.code());
        assertThat(fenced.topologyDescriptionRequired()).isFalse();
        assertThat(service.asked).isEmpty();
    }

    @Test
    void a_member_with_a_stale_topology_is_not_asked_and_does_not_change_the_groups() {
        send(group.join("m1"), 1);
        service.asked.clear();
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) ->
                        StreamsGroup.accepted(request, List.of(StreamsGroup.staleTopology())));
        StreamsGroup old = new StreamsGroup("orders");
        old.sourceTopic = "older";
        assertThat(send(old.join("m2"), 1).topologyDescriptionRequired()).isFalse();
        assertThat(service.asked).isEmpty();

        group.on(broker);
        send(group.heartbeat("m1"), 1);
        assertThat(service.asked).containsExactly(group.topology());
    }

    @Test
    @SuppressWarnings("NullAway") // brokers with early access answer so
    void a_stale_topology_is_remembered_where_the_broker_says_nothing_new() {
        send(group.join("m1"), 1);
        answerStatus(List.of(StreamsGroup.staleTopology()));
        assertThat(send(group.heartbeat("m1"), 1).topologyDescriptionRequired()).isFalse();
        answerStatus(null);
        assertThat(send(group.heartbeat("m1"), 1).topologyDescriptionRequired()).isFalse();
        assertThat(send(group.heartbeat("m2"), 1).topologyDescriptionRequired()).isTrue();
        answerStatus(List.of());
        assertThat(send(group.heartbeat("m1"), 1).topologyDescriptionRequired()).isTrue();
    }

    @Test
    void a_failing_plugin_never_breaks_a_heartbeat() {
        service.wants = topology -> {
            throw new IllegalStateException("plugin\nbroken");
        };
        StreamsGroupHeartbeatResponseData response = send(group.join("m1"), 1);
        assertThat(response.errorCode()).isZero();
        assertThat(response.topologyDescriptionRequired()).isFalse();
        assertThat(response.heartbeatIntervalMs()).isEqualTo(5000);
    }

    @Test
    void a_lost_broker_connection_fails_the_heartbeat_as_such() {
        broker.answerLater(ApiKeys.STREAMS_GROUP_HEARTBEAT, CompletableFuture.failedFuture(new DisconnectException()));
        assertThatThrownBy(() -> send(group.heartbeat("m1"), 1)).hasRootCauseInstanceOf(DisconnectException.class);
    }

    @Test
    void a_group_deleted_and_created_again_with_another_topology_gets_another_id() {
        send(group.join("m1"), 1);
        group.sourceTopic = "other";
        send(group.join("m1"), 1);
        assertThat(service.asked).hasSize(2).doesNotHaveDuplicates();
    }

    private void answerStatus(List<StreamsGroupHeartbeatResponseData.Status> status) {
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) -> StreamsGroup.accepted(request, status));
    }

    private StreamsGroupHeartbeatRequestData heartbeatAtBroker(int index) {
        return (StreamsGroupHeartbeatRequestData)
                broker.received(ApiKeys.STREAMS_GROUP_HEARTBEAT).get(index).body();
    }

    private StreamsGroupHeartbeatResponseData send(StreamsGroupHeartbeatRequestData request, int version) {
        return connection
                .<StreamsGroupHeartbeatResponseData>send(request, version)
                .join();
    }
}
