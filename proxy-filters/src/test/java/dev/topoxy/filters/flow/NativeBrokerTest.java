package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.description.PushedDescription;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResult;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResultCollection;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData.TaskOffset;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

class NativeBrokerTest {

    private final ScriptedBroker broker = ScriptedBroker.kafka44();
    private final StreamsGroup group = new StreamsGroup("g1").on(broker);
    private final ScriptedService service = new ScriptedService();
    private final AtomicLong now = new AtomicLong();

    @Test
    void a_broker_without_plugin_is_asked_once_and_then_served_for() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        pushAnswer(Errors.UNSUPPORTED_VERSION);

        assertThat(heartbeat(connection, group.join("m1"), 1).topologyDescriptionRequired())
                .isTrue();
        assertThat(push(connection).errorCode()).isZero();
        assertThat(heartbeat(connection, group.heartbeat("m1"), 1).topologyDescriptionRequired())
                .isFalse();
        assertThat(describe(connection).topologyDescriptionStatus()).isEqualTo((byte) 3);
        assertThat(probes()).hasSize(1);
        assertThat(lastDescribe().includeTopologyDescription()).isFalse();
    }

    @Test
    void the_question_is_a_push_that_cannot_succeed_for_the_group_at_hand() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        pushAnswer(Errors.UNSUPPORTED_VERSION);
        heartbeat(connection, group.join("m1"), 1);
        assertThat(probes().get(0).memberId()).isEmpty();
        assertThat(probes().get(0).groupId()).isEqualTo("g1");
        // The heartbeat itself never waits for it.
        assertThat(broker.received().get(0).api()).isEqualTo(ApiKeys.STREAMS_GROUP_HEARTBEAT);
    }

    @Test
    void heartbeats_to_such_a_broker_keep_their_version_and_task_offsets() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        pushAnswer(Errors.UNSUPPORTED_VERSION);
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) ->
                        StreamsGroup.accepted(request, List.of()).setAcceptableRecoveryLag(10_000));
        var request = group.heartbeat("m1").setTaskOffsets(List.of(new TaskOffset().setSubtopologyId("0")));
        assertThat(heartbeat(connection, request, 1).acceptableRecoveryLag()).isEqualTo(10_000);
        ScriptedBroker.Received arrived =
                broker.received(ApiKeys.STREAMS_GROUP_HEARTBEAT).get(0);
        assertThat(arrived.version()).isEqualTo((short) 1);
        assertThat(((StreamsGroupHeartbeatRequestData) arrived.body()).taskOffsets())
                .hasSize(1);
    }

    @Test
    void before_a_broker_with_plugin_nothing_is_touched() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        pushAnswer(Errors.INVALID_REQUEST);
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) ->
                        StreamsGroup.accepted(request, List.of()).setTopologyDescriptionRequired(true));
        TopologyDescription brokers = new TopologyDescription();
        broker.answer(
                ApiKeys.STREAMS_GROUP_DESCRIBE,
                (StreamsGroupDescribeRequestData request) -> new StreamsGroupDescribeResponseData()
                        .setGroups(List.of(new DescribedGroup()
                                .setGroupId("g1")
                                .setTopologyDescription(brokers)
                                .setTopologyDescriptionStatus((byte) 3)
                                .setAssignorName("sticky"))));
        DeletableGroupResultCollection deleted = new DeletableGroupResultCollection();
        deleted.add(new DeletableGroupResult().setGroupId("g1"));
        broker.answer(
                ApiKeys.DELETE_GROUPS,
                (DeleteGroupsRequestData request) -> new DeleteGroupsResponseData().setResults(deleted));

        assertThat(heartbeat(connection, group.join("m1"), 1).topologyDescriptionRequired())
                .isTrue();
        assertThat(push(connection).errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
        DescribedGroup described = describe(connection);
        assertThat(described.topologyDescriptionStatus()).isEqualTo((byte) 3);
        assertThat(described.assignorName()).isEqualTo("sticky");
        assertThat(lastDescribe().includeTopologyDescription()).isTrue();
        var unused = connection
                .send(new DeleteGroupsRequestData().setGroupsNames(List.of("g1")), 3)
                .join();

        assertThat(service.asked).isEmpty();
        assertThat(service.stored).isEmpty();
        assertThat(service.deleted).isEmpty();
        assertThat(probes()).hasSize(2);
        assertThat(probes().get(1).memberId()).isEqualTo("m1");
    }

    @Test
    void a_broker_that_does_not_tell_is_asked_again_later_and_nothing_is_touched_until_then() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        pushAnswer(Errors.GROUP_AUTHORIZATION_FAILED);
        for (int i = 0; i < 3; i++) {
            assertThat(heartbeat(connection, group.join("m1"), 1).topologyDescriptionRequired())
                    .isFalse();
        }
        assertThat(probes()).hasSize(1);
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        pushAnswer(Errors.UNSUPPORTED_VERSION);
        assertThat(heartbeat(connection, group.heartbeat("m1"), 1).topologyDescriptionRequired())
                .isTrue();
        assertThat(probes()).hasSize(2);
    }

    @Test
    void who_may_only_describe_still_sees_what_the_proxy_has_stored() {
        service.stored.put(
                group.topology(), PushedDescription.toRecord(group.push("m1").topologyDescription()));
        ScriptedConnection connection = connection(NativeMode.AUTO);
        pushAnswer(Errors.GROUP_AUTHORIZATION_FAILED);
        assertThat(describe(connection).topologyDescriptionStatus()).isEqualTo((byte) 3);
        assertThat(lastDescribe().includeTopologyDescription()).isTrue();
    }

    @Test
    void requests_that_come_while_the_broker_is_asked_share_the_question() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        CompletableFuture<StreamsGroupTopologyDescriptionUpdateResponseData> late = new CompletableFuture<>();
        broker.answerLater(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE, late);
        CompletableFuture<StreamsGroupHeartbeatResponseData> first = connection.send(group.join("m1"), 1);
        CompletableFuture<StreamsGroupHeartbeatResponseData> second = connection.send(group.heartbeat("m1"), 1);
        late.complete(new StreamsGroupTopologyDescriptionUpdateResponseData()
                .setErrorCode(Errors.UNSUPPORTED_VERSION.code()));
        assertThat(first.join().topologyDescriptionRequired()).isTrue();
        assertThat(second.join().topologyDescriptionRequired()).isTrue();
        assertThat(probes()).hasSize(1);
    }

    @Test
    void never_leaves_native_brokers_alone_but_serves_before_others() {
        ScriptedConnection connection = connection(NativeMode.NEVER);
        assertThat(heartbeat(connection, group.join("m1"), 1).topologyDescriptionRequired())
                .isFalse();
        assertThat(probes()).isEmpty();
        assertThat(connection
                        .filter(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE)
                        .maxRequestBytes())
                .isEqualTo(Integer.MAX_VALUE);

        ScriptedBroker old = ScriptedBroker.kafka43();
        group.on(old);
        assertThat(heartbeat(connection(NativeMode.NEVER, old), group.join("m1"), 1)
                        .topologyDescriptionRequired())
                .isTrue();
    }

    @Test
    void always_proxy_overrules_what_the_broker_asks_for() {
        ScriptedConnection connection = connection(NativeMode.ALWAYS_PROXY);
        broker.answer(
                ApiKeys.STREAMS_GROUP_HEARTBEAT,
                (StreamsGroupHeartbeatRequestData request) ->
                        StreamsGroup.accepted(request, List.of()).setTopologyDescriptionRequired(true));
        service.wants = topology -> false;
        assertThat(heartbeat(connection, group.join("m1"), 1).topologyDescriptionRequired())
                .isFalse();
        assertThat(push(connection).errorCode()).isZero();
        assertThat(probes()).isEmpty();
    }

    @Test
    void old_clients_of_native_brokers_make_no_difference() {
        ScriptedConnection connection = connection(NativeMode.AUTO);
        heartbeat(connection, group.join("m1"), 0);
        assertThat(broker.received()).hasSize(1);
        assertThat(broker.received().get(0).version()).isZero();
    }

    private void pushAnswer(Errors error) {
        broker.answer(
                ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE,
                (StreamsGroupTopologyDescriptionUpdateRequestData request) ->
                        new StreamsGroupTopologyDescriptionUpdateResponseData().setErrorCode(error.code()));
    }

    private List<StreamsGroupTopologyDescriptionUpdateRequestData> probes() {
        return broker.received(ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE).stream()
                .map(each -> (StreamsGroupTopologyDescriptionUpdateRequestData) each.body())
                .toList();
    }

    private StreamsGroupDescribeRequestData lastDescribe() {
        List<ScriptedBroker.Received> all = broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE);
        return (StreamsGroupDescribeRequestData) all.get(all.size() - 1).body();
    }

    private ScriptedConnection connection(NativeMode mode) {
        return connection(mode, broker);
    }

    private ScriptedConnection connection(NativeMode mode, ScriptedBroker broker) {
        GroupRegistry registry = new GroupRegistry(GroupRegistry.Limits.DEFAULT, now::get);
        return new ScriptedConnection(
                broker,
                new Flow(
                        service,
                        registry,
                        mode,
                        1_000,
                        RefreshMode.NEVER,
                        DescribeTopics.GROUP,
                        now::get,
                        TopologyListener.NONE)::filters);
    }

    private static StreamsGroupHeartbeatResponseData heartbeat(
            ScriptedConnection connection, StreamsGroupHeartbeatRequestData request, int version) {
        return connection
                .<StreamsGroupHeartbeatResponseData>send(request, version)
                .join();
    }

    private StreamsGroupTopologyDescriptionUpdateResponseData push(ScriptedConnection connection) {
        return connection
                .<StreamsGroupTopologyDescriptionUpdateResponseData>send(group.push("m1"), 0)
                .join();
    }

    private static DescribedGroup describe(ScriptedConnection connection) {
        return connection
                .<StreamsGroupDescribeResponseData>send(
                        new StreamsGroupDescribeRequestData()
                                .setGroupIds(List.of("g1"))
                                .setIncludeTopologyDescription(true),
                        1)
                .join()
                .groups()
                .get(0);
    }
}
