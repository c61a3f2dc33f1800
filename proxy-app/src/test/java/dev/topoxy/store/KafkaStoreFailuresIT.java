package dev.topoxy.store;

import static dev.topoxy.store.StoreUnderTest.description;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.plugin.TopologyDescriptionTooLargeException;
import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a store makes of brokers that refuse or are not there. */
class KafkaStoreFailuresIT {

    private static final Uuid FIRST = new Uuid(1, 1);
    private static final Uuid SECOND = new Uuid(2, 2);

    @Test
    void a_broker_that_is_down_fails_a_push_for_the_time_being_and_all_is_well_when_it_is_back() throws Exception {
        try (KafkaCluster cluster = KafkaCluster.start(KafkaArtifacts.V4_3);
                StoreUnderTest store = StoreUnderTest.open(cluster.bootstrap(), "t")) {
            store.push("g", FIRST, description("p", 3));
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(store.lag().records()).hasValue(0);
                assertThat(store.lag().complete()).isLessThan(Duration.ofSeconds(3));
            });
            cluster.broker().kill9();

            long start = System.nanoTime();
            assertThatThrownBy(() -> store.push("g", SECOND, description("q", 3)))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isNotInstanceOf(TopologyDescriptionTooLargeException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            assertThat(store.get("g", FIRST)).isPresent();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(store.lag().complete()).isGreaterThan(Duration.ofSeconds(10)));

            cluster.restart(cluster.broker());
            Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> {
                store.push("g", SECOND, description("q", 3));
                assertThat(store.get("g", SECOND)).contains(description("q", 3));
            });
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(store.lag().complete()).isLessThan(Duration.ofSeconds(3)));
        }
    }

    @Test
    void a_store_that_starts_before_its_broker_begins_when_that_comes() throws Exception {
        try (KafkaCluster cluster = KafkaCluster.start(KafkaArtifacts.V4_3)) {
            cluster.broker().kill9();
            try (StoreUnderTest store = StoreUnderTest.open(cluster.bootstrap(), "t", "start.timeout.ms", "500")) {
                assertThat(store.asks("g", FIRST)).isFalse();
                cluster.restart(cluster.broker());
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> store.asks("g", FIRST));
                store.push("g", FIRST, description("p", 3));
                assertThat(store.get("g", FIRST)).isPresent();
            }
        }
    }

    @Test
    void what_is_not_permitted_is_told_at_the_start_with_the_way_out() throws Exception {
        BrokerSasl sasl = BrokerSasl.withAdmin().withPlainUser("alice", "alice-secret");
        try (KafkaCluster cluster =
                KafkaCluster.start(ClusterSpec.of(KafkaArtifacts.V4_3).withSasl(sasl))) {
            String[] login = clientSettings(BrokerSasl.plainClient("alice", "alice-secret"));

            assertThatThrownBy(() -> StoreUnderTest.open(cluster.bootstrap(), "t", login))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("topic t may not be seen by the proxy's user: allow it Describe,"
                            + " DescribeConfigs, Read and Write on the topic, and Create");

            allow(cluster, AclOperation.DESCRIBE);
            assertThatThrownBy(() -> StoreUnderTest.open(cluster.bootstrap(), "t", login))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("topic t does not exist and the proxy's user may not create it");

            allow(cluster, AclOperation.CREATE);
            Awaitility.await().ignoreExceptions().untilAsserted(() -> {
                assertThatThrownBy(() -> StoreUnderTest.open(cluster.bootstrap(), "t", login)
                                .close())
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("topic t exists, but the proxy's user lacks [READ, WRITE] on it");
            });

            allow(cluster, AclOperation.READ);
            allow(cluster, AclOperation.WRITE);
            try (StoreUnderTest store = StoreUnderTest.open(cluster.bootstrap(), "t", login)) {
                store.push("g", FIRST, description("p", 3));
                assertThat(store.get("g", FIRST)).isPresent();
            }

            String[] wrong = clientSettings(BrokerSasl.plainClient("alice", "wrong"));
            assertThatThrownBy(() -> StoreUnderTest.open(cluster.bootstrap(), "t", wrong))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("refuses the login");
        }
    }

    private static void allow(KafkaCluster cluster, AclOperation operation) throws Exception {
        var topic = new ResourcePattern(ResourceType.TOPIC, "t", PatternType.LITERAL);
        var alice = new AccessControlEntry("User:alice", "*", operation, AclPermissionType.ALLOW);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap(KafkaBroker.INTERNAL)))) {
            admin.createAcls(List.of(new AclBinding(topic, alice))).all().get(30, TimeUnit.SECONDS);
        }
    }

    private static String[] clientSettings(Map<String, String> settings) {
        List<String> pairs = new ArrayList<>();
        settings.forEach((name, value) -> pairs.addAll(List.of("client." + name, value)));
        return pairs.toArray(String[]::new);
    }
}
