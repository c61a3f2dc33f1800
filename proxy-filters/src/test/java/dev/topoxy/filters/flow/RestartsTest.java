package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.plugin.PluginLoadException;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.StreamsGroup;
import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that were changed and started again, while the broker sees nothing of it. */
@Timeout(120)
class RestartsTest {

    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("orders").on(broker);
    private final List<TopologyDescriptionFilters> opened = new ArrayList<>();

    @TempDir
    Path temporary;

    private TopologyDescriptionFilters filters = open("memory", Map.of(), RefreshMode.ON_RESTART);
    private ScriptedConnection connection = new ScriptedConnection(broker, filters);

    @BeforeEach
    void nothing_is_kept_by_the_plugin_of_earlier_tests() {
        PluginById.GIVEN.clear();
    }

    @AfterEach
    void close() {
        opened.forEach(TopologyDescriptionFilters::close);
    }

    private TopologyDescriptionFilters open(String plugin, Map<String, String> config, RefreshMode refresh) {
        try {
            TopologyDescriptionFilters created = TopologyDescriptionFilters.create(
                    "c",
                    "",
                    new TopologyDescriptionSettings(
                            plugin,
                            Optional.empty(),
                            config,
                            0,
                            NativeMode.AUTO,
                            Duration.ofSeconds(60),
                            1,
                            100,
                            refresh,
                            DescribeTopics.GROUP));
            opened.add(created);
            return created;
        } catch (PluginLoadException e) {
            throw new AssertionError(e);
        }
    }

    private void use(String plugin, Map<String, String> config, RefreshMode refresh) {
        filters = open(plugin, config, refresh);
        connection = new ScriptedConnection(broker, filters);
    }

    private boolean asked(StreamsGroupHeartbeatRequestData request) {
        StreamsGroupHeartbeatResponseData response =
                connection.<StreamsGroupHeartbeatResponseData>send(request, 1).join();
        assertThat(response.errorCode()).isZero();
        return response.topologyDescriptionRequired();
    }

    private void push(String member, String node) {
        var request = group.push(member);
        request.topologyDescription().subtopologies().get(0).nodes().get(0).setName(node);
        StreamsGroupTopologyDescriptionUpdateResponseData answer = connection
                .<StreamsGroupTopologyDescriptionUpdateResponseData>send(request, 0)
                .join();
        assertThat(Errors.forCode(answer.errorCode())).isEqualTo(Errors.NONE);
    }

    private static String described(ScriptedConnection connection) {
        var described = connection
                .<StreamsGroupDescribeResponseData>send(
                        new StreamsGroupDescribeRequestData()
                                .setGroupIds(List.of("orders"))
                                .setIncludeTopologyDescription(true),
                        1)
                .join()
                .groups()
                .get(0);
        return described.topologyDescription() == null
                ? "status " + described.topologyDescriptionStatus()
                : described
                        .topologyDescription()
                        .subtopologies()
                        .get(0)
                        .nodes()
                        .get(0)
                        .name();
    }

    /** Starts it after the group was empty; returns once somebody was asked to push. */
    private void start(String member) {
        group.members.clear();
        boolean atJoin = asked(group.join(member));
        group.members.add(member);
        if (!atJoin) {
            await().atMost(Duration.ofSeconds(30)).until(() -> asked(group.heartbeat(member)));
        }
    }

    private void deployAndChange() {
        start("m1");
        push("m1", "before");
        assertThat(asked(group.heartbeat("m1"))).isFalse();
        start("m2");
        assertThat(asked(group.heartbeat("m2"))).as("asked once").isFalse();
        push("m2", "after");
        assertThat(asked(group.heartbeat("m2"))).isFalse();
        assertThat(described(connection)).isEqualTo("after");
    }

    private List<DescriptionVersion> versions() {
        return filters.history()
                .flatMap(history -> history.document("orders"))
                .map(GroupDocument::versions)
                .orElseThrow();
    }

    @Test
    void a_changed_application_is_asked_once_and_shown_as_it_is_now() {
        deployAndChange();
        assertThat(versions()).extracting(DescriptionVersion::memberId).containsExactly("m2", "m1");
        assertThat(versions())
                .extracting(DescriptionVersion::baseId)
                .containsOnly(group.topology().id());
        assertThat(versions().get(0).id()).isNotEqualTo(versions().get(1).id());
    }

    @Test
    void an_unchanged_application_adds_no_version() {
        start("m1");
        push("m1", "same");
        start("m2");
        push("m2", "same");
        assertThat(asked(group.heartbeat("m2"))).isFalse();
        assertThat(versions()).extracting(DescriptionVersion::memberId).containsExactly("m1");
    }

    @Test
    void a_change_back_is_a_version_too() {
        deployAndChange();
        start("m3");
        push("m3", "before");
        assertThat(described(connection)).isEqualTo("before");
        assertThat(versions()).extracting(DescriptionVersion::memberId).containsExactly("m3", "m2", "m1");
    }

    @Test
    void a_member_that_joins_others_changes_nothing() {
        start("m1");
        push("m1", "before");
        int before = broker.received(ApiKeys.STREAMS_GROUP_HEARTBEAT).size();
        group.members.add("m0");
        assertThat(asked(group.join("m2"))).isFalse();
        for (int i = 0; i < 20; i++) {
            assertThat(asked(group.heartbeat("m2"))).isFalse();
        }
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_HEARTBEAT)).hasSize(before + 21);
    }

    @Test
    void never_means_that_the_broker_is_not_even_asked() {
        use("memory", Map.of(), RefreshMode.NEVER);
        start("m1");
        push("m1", "before");
        int questions = broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE).size();
        group.members.clear();
        assertThat(asked(group.join("m2"))).isFalse();
        assertThat(asked(group.heartbeat("m2"))).isFalse();
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).hasSize(questions);
    }

    @Test
    void a_join_goes_on_where_the_broker_does_not_tell_of_the_group() {
        start("m1");
        push("m1", "before");
        group.describeError = Errors.TOPIC_AUTHORIZATION_FAILED;
        assertThat(asked(group.join("m2"))).isFalse();
    }

    @Test
    void the_newest_version_is_known_after_a_restart_of_the_proxy() {
        Map<String, String> config = Map.of("directory", temporary.toString());
        use("file", config, RefreshMode.ON_RESTART);
        deployAndChange();
        filters.close();
        use("file", config, RefreshMode.ON_RESTART);
        assertThat(described(connection)).isEqualTo("after");
        for (int i = 0; i < 20; i++) {
            assertThat(asked(group.heartbeat("m2"))).isFalse();
        }
        assertThat(versions()).hasSize(2);
    }

    @Test
    void a_plugin_of_others_gets_what_differs_under_a_differing_id() {
        use(PluginById.class.getName(), Map.of(), RefreshMode.ON_RESTART);
        deployAndChange();
        assertThat(PluginById.GIVEN).hasSize(2);
        assertThat(PluginById.GIVEN.keySet())
                .as("the first comes under the topology's own id")
                .contains(group.topology().id());
    }

    @Test
    void a_plugin_of_others_is_spared_what_does_not_differ() {
        use(PluginById.class.getName(), Map.of(), RefreshMode.ON_RESTART);
        start("m1");
        push("m1", "same");
        start("m2");
        push("m2", "same");
        assertThat(PluginById.GIVEN).hasSize(1);
    }

    /** Keeps every description under its id and insists that an id stands for one description. */
    public static final class PluginById implements StreamsGroupTopologyDescriptionPlugin {

        static final Map<Uuid, StreamsGroupTopologyDescription> GIVEN = new ConcurrentHashMap<>();

        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public boolean requiresTopologyPush(AuthorizableRequestContext context, String groupId, Uuid id) {
            return !GIVEN.containsKey(id);
        }

        @Override
        public CompletableFuture<Void> setTopology(
                AuthorizableRequestContext context, String groupId, Uuid id, StreamsGroupTopologyDescription given) {
            StreamsGroupTopologyDescription before = GIVEN.putIfAbsent(id, given);
            return before == null || before.equals(given)
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(new IllegalStateException("another one under the same id"));
        }

        @Override
        public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<@Nullable StreamsGroupTopologyDescription> getTopology(
                AuthorizableRequestContext context, String groupId, Uuid id) {
            return CompletableFuture.completedFuture(GIVEN.get(id));
        }

        @Override
        public void close() {}
    }
}
