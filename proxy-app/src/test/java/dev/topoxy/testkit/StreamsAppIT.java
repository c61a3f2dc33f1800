package dev.topoxy.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The applications of the kit on brokers without anything between. */
class StreamsAppIT {

    @Test
    void a_native_broker_with_a_plugin_prints_the_topology_of_the_orders_application() {
        assertThat(NativeTopology.text())
                .contains("golden")
                .contains("golden-orders")
                .contains("orders-by-product")
                .contains("totals-sink")
                .contains(Topologies.TOTALS_STORE)
                .contains(Topologies.PRODUCTS_STORE);
    }

    @Test
    void the_test_plugin_is_steered_by_the_group_id() {
        KafkaCluster cluster = SharedBrokers.nativeWithPlugin();
        StreamsApp.Setup setup = StreamsApp.Setup.of(cluster.bootstrap(), "get-fail-kit");
        cluster.createTopics(1, setup.topics().all().toArray(String[]::new));

        try (StreamsApp app = StreamsApp.start(setup)) {
            NativeTopology.awaitStatus(
                    Map.of("bootstrap.servers", cluster.bootstrap()),
                    "get-fail-kit",
                    StreamsGroupTopologyDescriptionStatus.ERROR);
            assertThat(app.failure()).isEmpty();
        }
    }

    @Test
    void the_orders_application_counts_orders_on_an_old_broker() {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        StreamsApp.Setup setup = StreamsApp.Setup.of(cluster.bootstrap(), "counts");
        cluster.createTopics(2, setup.topics().all().toArray(String[]::new));

        try (StreamsApp app = StreamsApp.start(setup)) {
            app.produce(50);

            awaitTotal(cluster.bootstrap(), setup.topics().totals(), "product-9", "5");
        }
    }

    @Test
    void an_application_of_an_older_client_version_runs_as_a_process(@TempDir Path directory) {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        StreamsApp.Setup setup = StreamsApp.Setup.of(cluster.bootstrap(), "older-client");
        cluster.createTopics(1, setup.topics().all().toArray(String[]::new));

        try (StreamsAppProcess app = StreamsAppProcess.start(
                KafkaArtifacts.V4_3, cluster.bootstrap(), "older-client", Map.of(), directory.resolve("app.log"))) {
            StreamsApp.produce(setup, 10);

            awaitTotal(cluster.bootstrap(), setup.topics().totals(), "product-9", "1");
            assertThat(app.jvm().rssKb()).isPositive();
        }
    }

    private static void awaitTotal(String bootstrap, String topic, String product, String total) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", bootstrap, "group.id", topic, "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                    if (each.key().equals(product) && each.value().equals(total)) {
                        return true;
                    }
                }
                return false;
            });
        }
    }
}
