package dev.topoxy.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import dev.topoxy.testkit.RecordingPluginProxy;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.Workspace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which topology a group has now, whatever happened while the proxy did not look. */
class CurrentTopologyIT {

    private static final byte NOT_STORED = 1;
    private static final byte AVAILABLE = 3;

    private final KafkaCluster cluster = Brisk.prepared(SharedBrokers.of(KafkaArtifacts.V4_3));
    private ProxyProcess proxy;

    @BeforeEach
    void start() {
        proxy = ProxyProcess.inFrontOf(
                cluster.bootstrap(), Workspace.target("logs").resolve("current-topology-proxy.log"));
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    @Test
    void a_restarted_proxy_asks_a_running_application_again() {
        StreamsApp.Setup setup = StreamsApp.Setup.of(proxy.bootstrap(), "survives-restart");
        cluster.createTopics(2, setup.topics().all().toArray(String[]::new));
        try (StreamsApp app = StreamsApp.start(setup)) {
            var before = NativeTopology.awaitAvailable(proxy.bootstrap(), setup.applicationId());

            proxy.restart();
            var after = NativeTopology.awaitAvailable(proxy.bootstrap(), setup.applicationId());

            assertThat(after.topologyDescription()).isEqualTo(before.topologyDescription());
            assertThat(app.failure()).isEmpty();
        }
    }

    /** Whether somebody describes the group before the new member is heard, or only afterwards. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_group_made_anew_behind_the_proxys_back_never_gets_the_old_description(boolean describedFirst)
            throws Exception {
        String group = "made-anew-" + describedFirst;
        try (RawClient client = RawClient.connect(proxy.bootstrap());
                RawClient direct = RawClient.connect(cluster.bootstrap())) {
            RawMember old = RawMember.of(client, group, "old");
            old.join(Brisk.INPUT);
            assertThat(old.push(Brisk.INPUT).errorCode()).isZero();
            assertThat(describe(client, group).topologyDescriptionStatus()).isEqualTo(AVAILABLE);
            deleteDirectly(old);

            RawMember anew = RawMember.older(direct, group, "anew");
            assertThat(anew.join(Brisk.OTHER_INPUT).errorCode()).isZero();
            if (describedFirst) {
                assertThat(describe(client, group).topologyDescriptionStatus()).isEqualTo(NOT_STORED);
            }
            RawMember heard = anew.over(client);
            boolean askedAtOnce = heard.beat().topologyDescriptionRequired();
            DescribedGroup described = describe(client, group);

            assertThat(described.topologyDescriptionStatus()).isEqualTo(NOT_STORED);
            assertThat(askedAtOnce || heard.beat().topologyDescriptionRequired())
                    .isTrue();
            assertThat(heard.push(Brisk.OTHER_INPUT).errorCode()).isZero();
            DescribedGroup after = describe(client, group);
            assertThat(after.topologyDescriptionStatus()).isEqualTo(AVAILABLE);
            assertThat(after.topologyDescription().toString())
                    .contains(Brisk.OTHER_INPUT)
                    .doesNotContain("'" + Brisk.INPUT + "'", "[" + Brisk.INPUT + "]");
        }
    }

    @Test
    void a_group_made_anew_through_the_proxy_is_asked_at_its_first_join() throws Exception {
        String group = "joins-anew";
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            RawMember old = RawMember.of(client, group, "old");
            old.join(Brisk.INPUT);
            assertThat(old.push(Brisk.INPUT).errorCode()).isZero();
            deleteDirectly(old);

            RawMember anew = RawMember.of(client, group, "anew");

            assertThat(anew.join(Brisk.OTHER_INPUT).topologyDescriptionRequired())
                    .isTrue();
            assertThat(describe(client, group).topologyDescriptionStatus()).isEqualTo(NOT_STORED);
            assertThat(anew.push(Brisk.OTHER_INPUT).errorCode()).isZero();
            assertThat(describe(client, group).topologyDescriptionStatus()).isEqualTo(AVAILABLE);
        }
    }

    @Test
    void two_proxies_give_the_same_topology_the_same_id_whether_they_saw_its_join_or_not() throws Exception {
        try (RecordingPluginProxy first = RecordingPluginProxy.inFrontOf(cluster.bootstrap(), Map.of());
                RecordingPluginProxy second = RecordingPluginProxy.inFrontOf(cluster.bootstrap(), Map.of());
                RawClient toFirst = RawClient.connect(first.bootstrap());
                RawClient toSecond = RawClient.connect(second.bootstrap())) {
            RawMember member = RawMember.of(toFirst, "of-two-proxies", "member");
            member.join(Brisk.INPUT);
            member.over(toSecond).beat();
            describe(toSecond, "of-two-proxies");
            describe(toFirst, "of-two-proxies");

            assertThat(List.of(id(first, "requires"), id(first, "get"), id(second, "requires"), id(second, "get")))
                    .containsOnly(id(first, "requires"));
        }
    }

    private static String id(RecordingPluginProxy proxy, String call) {
        return proxy.record(call, "of-two-proxies").get(0).split(" ", -1)[2];
    }

    private void deleteDirectly(RawMember last) throws Exception {
        assertThat(last.leave().errorCode()).isZero();
        try (Admin admin = cluster.admin()) {
            Awaitility.await()
                    .ignoreExceptions()
                    .untilAsserted(() -> admin.deleteStreamsGroups(List.of(last.group()))
                            .all()
                            .get(10, TimeUnit.SECONDS));
        }
    }

    private static DescribedGroup describe(RawClient client, String group) throws Exception {
        return client.call(
                        new StreamsGroupDescribeRequestData()
                                .setGroupIds(List.of(group))
                                .setIncludeTopologyDescription(true),
                        1)
                .as(StreamsGroupDescribeResponseData.class)
                .groups()
                .get(0);
    }
}
