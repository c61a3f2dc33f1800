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
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/** Brokers of two releases in one cluster, as in every upgrade. */
@Disabled("The kit does not keep the coordinator where it moved it: mostly the third broker has it after the kill")
class RollingUpgradeIT {

    private static final String GROUP = "upgraded";
    private static final int COORDINATOR_PARTITIONS = 3;

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
                TopicPartition coordinator =
                        new TopicPartition("__consumer_offsets", Utils.abs(GROUP.hashCode()) % COORDINATOR_PARTITIONS);
                int older = ThreeBrokers.leader(brokers, coordinator);
                KafkaBroker upgraded = upgradeAnother(older);
                ThreeBrokers.moveLeader(brokers, coordinator, replicas(older, upgraded.nodeId()));
                awaitDescription(client, older);

                cluster.broker(older).kill9();
                ThreeBrokers.moveLeader(brokers, coordinator, replicas(upgraded.nodeId(), older));
                awaitDescription(client, upgraded.nodeId());
                cluster.restart(cluster.broker(older));
                ThreeBrokers.awaitInSync(brokers, coordinator);

                upgraded.stop();
                ThreeBrokers.moveLeader(brokers, coordinator, replicas(older, upgraded.nodeId()));
                awaitDescription(client, older);
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

    private static void awaitDescription(Admin client, int coordinator) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .untilAsserted(() -> {
                    StreamsGroupDescription group = NativeTopology.describe(client, GROUP);
                    assertThat(group.coordinator().id()).isEqualTo(coordinator);
                    assertThat(group.topologyDescriptionStatus())
                            .isEqualTo(StreamsGroupTopologyDescriptionStatus.AVAILABLE);
                });
    }
}
