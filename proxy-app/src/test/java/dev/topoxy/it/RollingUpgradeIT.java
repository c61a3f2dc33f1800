package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.StreamsApp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KafkaStreams;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Brokers of two releases in one cluster, as in every upgrade. */
class RollingUpgradeIT {

    private static final String GROUP = "upgraded";
    private static final int COORDINATOR_PARTITIONS = 3;
    private static final TopicPartition COORDINATOR =
            new TopicPartition("__consumer_offsets", Utils.abs(GROUP.hashCode()) % COORDINATOR_PARTITIONS);

    private final KafkaCluster cluster = ThreeBrokers.cluster();

    @AfterAll
    static void restore() {
        ThreeBrokers.cluster().brokers().forEach(broker -> broker.install(KafkaArtifacts.V4_3));
        ThreeBrokers.restoreAll();
    }

    @Test
    void a_description_stays_available_while_the_coordinator_moves_between_releases() throws Exception {
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "rolling-upgrade")) {
            StreamsApp.Setup setup = StreamsApp.Setup.of(proxy.bootstrap(), GROUP);
            cluster.createTopics(1, setup.topics().all().toArray(String[]::new));
            try (StreamsApp app = StreamsApp.start(setup);
                    Admin brokers = cluster.admin();
                    Admin client = Admin.create(Map.of("bootstrap.servers", proxy.bootstrap()))) {
                int older = ThreeBrokers.leader(brokers, COORDINATOR);
                KafkaBroker upgraded = upgradeAnother(older);
                ThreeBrokers.awaitInSync(brokers, COORDINATOR);
                ThreeBrokers.moveLeader(brokers, COORDINATOR, replicas(older, upgraded.nodeId()));
                awaitDescription(brokers, client, older);

                cluster.broker(older).kill9();
                ThreeBrokers.moveLeader(brokers, COORDINATOR, replicas(upgraded.nodeId(), older));
                awaitDescription(brokers, client, upgraded.nodeId());
                cluster.restart(cluster.broker(older));
                ThreeBrokers.awaitInSync(brokers, COORDINATOR);

                upgraded.stop();
                ThreeBrokers.moveLeader(brokers, COORDINATOR, replicas(older, upgraded.nodeId()));
                awaitDescription(brokers, client, older);
                cluster.restart(upgraded);

                app.produce(10);
                Totals.await(proxy.bootstrap(), setup.topics().totals(), "product-9", "1");
                assertThat(app.failure()).isEmpty();
                assertThat(app.streams().state()).isEqualTo(KafkaStreams.State.RUNNING);
            }
        }
    }

    private KafkaBroker upgradeAnother(int coordinator) {
        KafkaBroker broker = cluster.brokers().stream()
                .filter(each -> each.nodeId() != coordinator)
                .findFirst()
                .orElseThrow();
        broker.stop();
        broker.install(KafkaArtifacts.V4_4);
        cluster.restart(broker);
        return broker;
    }

    /** All three, those two first. */
    private static List<Integer> replicas(int first, int second) {
        return Stream.concat(
                        Stream.of(first, second), IntStream.of(ThreeBrokers.IDS).boxed())
                .distinct()
                .toList();
    }

    /** The third broker may win an election meanwhile, so the preferred leader is asked for until it leads. */
    private static void awaitDescription(Admin brokers, Admin client, int coordinator) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .untilAsserted(() -> {
                    StreamsGroupDescription group = NativeTopology.describe(client, GROUP);
                    if (group.coordinator().id() != coordinator) {
                        ThreeBrokers.electPreferred(brokers, COORDINATOR);
                    }
                    assertThat(group.coordinator().id()).isEqualTo(coordinator);
                    assertThat(group.topologyDescriptionStatus())
                            .isEqualTo(StreamsGroupTopologyDescriptionStatus.AVAILABLE);
                });
    }
}
