package dev.topoxy.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import dev.topoxy.testkit.RecordingPluginProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A plugin of the product's own interface, from a jar in the plugins directory, that takes five seconds for a push. */
class PluginDispatchIT {

    /** More than the five seconds that the plugin takes, and twice the session timeout. */
    private static final int BEATS_EACH_HALF_SECOND = 12;

    private static KafkaCluster cluster;
    private static RecordingPluginProxy proxy;

    @BeforeAll
    static void start() {
        cluster = Brisk.cluster();
        proxy = RecordingPluginProxy.inFrontOf(cluster.bootstrap(), Map.of("plugin.threads", "1", "plugin.queue", "1"));
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void a_slow_plugin_never_delays_a_heartbeat_nor_fences_its_member() throws Exception {
        String group = "slow-but-alive";
        try (RawClient client = RawClient.connect(proxy.bootstrap());
                Admin admin = cluster.admin()) {
            RawMember member = settled(RawMember.of(client, group, "member"));
            int epoch = member.beat().memberEpoch();
            long start = System.nanoTime();

            member.sendPush(RawMember.describing(Brisk.INPUT));
            for (int i = 0; i < BEATS_EACH_HALF_SECOND; i++) {
                member.sendBeat();
                assertThat(members(admin, group)).containsExactly("member");
                pause(start, i + 1);
            }
            StreamsGroupTopologyDescriptionUpdateResponseData pushed = member.readPush();
            List<StreamsGroupHeartbeatResponseData> beats = new ArrayList<>();
            for (int i = 0; i < BEATS_EACH_HALF_SECOND; i++) {
                beats.add(member.readBeat());
            }

            assertThat(pushed.errorCode()).isZero();
            assertThat(beats).allMatch(beat -> beat.errorCode() == 0 && beat.memberEpoch() == epoch);
            assertThat(members(admin, group)).containsExactly("member");
        }
    }

    @Test
    void the_push_after_a_full_queue_is_refused_at_once_and_answered_in_its_turn() throws Exception {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            RawMember member = settled(RawMember.of(client, "slow-and-many", "member"));

            for (int i = 0; i < 3; i++) {
                member.sendPush(RawMember.describing(Brisk.INPUT));
            }

            assertThat(member.readPush().errorCode()).isZero();
            assertThat(member.readPush().errorCode()).isZero();
            var third = member.readPush();
            assertThat(third.errorCode()).isEqualTo(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.code());
            assertThat(third.errorMessage()).contains("plugin.queue");
            assertThat(proxy.record("set", "slow-and-many")).hasSize(2);
        }
    }

    @Test
    void a_client_that_leaves_amid_its_push_harms_nobody_and_its_description_is_kept() throws Exception {
        String group = "slow-and-gone";
        try (RawClient other = RawClient.connect(proxy.bootstrap())) {
            try (RawClient client = RawClient.connect(proxy.bootstrap())) {
                RawMember first = settled(RawMember.of(client, group, "first"));
                first.sendPush(RawMember.describing(Brisk.INPUT));
                Awaitility.await().until(() -> !proxy.record("set", group).isEmpty());
            }
            RawMember second = RawMember.of(other, group, "second");
            assertThat(second.join(Brisk.INPUT).errorCode()).isZero();

            Awaitility.await()
                    .atMost(20, TimeUnit.SECONDS)
                    .until(() -> !second.beat().topologyDescriptionRequired());
            assertThat(proxy.record("set", group)).hasSize(1);
        }
    }

    @Test
    void a_plugin_has_a_class_loader_of_its_own_and_is_closed_when_the_proxy_is_told_to_end() {
        try (RecordingPluginProxy brief = RecordingPluginProxy.inFrontOf(cluster.bootstrap(), Map.of())) {
            // As early as that: it has only just begun to listen.
            brief.process().stop();

            assertThat(brief.record()).containsExactly("configure contextLoader=true ownLoader=true", "close");
        }
    }

    /** In its group and at an epoch that will stay. */
    private static RawMember settled(RawMember member) throws Exception {
        int epoch = member.join(Brisk.INPUT).memberEpoch();
        for (int next = member.beat().memberEpoch();
                next != epoch;
                next = member.beat().memberEpoch()) {
            epoch = next;
        }
        return member;
    }

    private static List<String> members(Admin admin, String group) throws Exception {
        return Objects.requireNonNull(admin.describeStreamsGroups(List.of(group))
                        .all()
                        .get(30, TimeUnit.SECONDS)
                        .get(group))
                .members()
                .stream()
                .map(each -> each.memberId())
                .toList();
    }

    /** Until so many half seconds have passed since the start. */
    private static void pause(long start, int halves) throws InterruptedException {
        long until = start + TimeUnit.MILLISECONDS.toNanos(500L * halves);
        TimeUnit.NANOSECONDS.sleep(until - System.nanoTime());
    }
}
