package dev.topoxy.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit itself: what other tests stand on. */
class BrokersIT {

    @ParameterizedTest
    @ValueSource(strings = {KafkaArtifacts.V4_2, KafkaArtifacts.V4_3, KafkaArtifacts.V4_4})
    void a_broker_of_each_version_starts_and_answers_a_raw_client_in_order(String version) throws Exception {
        try (RawClient client =
                RawClient.connect(SharedBrokers.of(version).broker().address())) {
            client.send(new MetadataRequestData(), 12);
            client.send(new MetadataRequestData(), 1);

            assertThat(client.read().as(MetadataResponseData.class).clusterId()).isNotEmpty();
            assertThat(client.read().as(MetadataResponseData.class).brokers()).hasSize(1);
        }
    }

    @Test
    void a_broker_older_than_the_client_refuses_the_newest_ApiVersions_in_version_0() throws Exception {
        try (RawClient client =
                RawClient.connect(SharedBrokers.of(KafkaArtifacts.V4_3).broker().address())) {
            RawClient.Response refusal = client.apiVersions(5);
            RawClient.Response answer = client.apiVersions(4);

            assertThat(refusal.version()).isZero();
            assertThat(refusal.as(ApiVersionsResponseData.class).errorCode()).isEqualTo((short) 35);
            assertThat(answer.as(ApiVersionsResponseData.class).apiKeys().find((short) 93))
                    .isNull();
        }
    }

    @Test
    void three_brokers_with_odd_ids_survive_the_kill_of_one_and_take_it_back() throws Exception {
        ClusterSpec spec = ClusterSpec.of(KafkaArtifacts.V4_3).withNodes(1, 5, 4711);
        try (KafkaCluster cluster = KafkaCluster.start(spec)) {
            cluster.createTopics(3, "survives");
            cluster.broker(5).kill9();

            produce(Map.of("bootstrap.servers", cluster.bootstrap()), "survives");
            cluster.restart(cluster.broker(5));

            try (Admin admin = cluster.admin()) {
                assertThat(admin.describeCluster().nodes().get(30, TimeUnit.SECONDS))
                        .extracting("id")
                        .containsExactlyInAnyOrder(1, 5, 4711);
            }
        }
    }

    @Test
    void a_broker_with_SASL_lets_in_who_knows_a_password_and_no_one_else() throws Exception {
        BrokerSasl sasl =
                BrokerSasl.withAdmin().withPlainUser("alice", "alice-secret").withScramUser("bob", "bob-secret");
        try (KafkaCluster cluster =
                KafkaCluster.start(ClusterSpec.of(KafkaArtifacts.V4_3).withSasl(sasl))) {
            assertThat(nodesSeenBy(cluster, BrokerSasl.plainClient("admin", "admin-secret")))
                    .isEqualTo(Set.of(0));
            for (String mechanism : new String[] {"SCRAM-SHA-256", "SCRAM-SHA-512"}) {
                assertThat(nodesSeenBy(cluster, BrokerSasl.scramClient(mechanism, "bob", "bob-secret")))
                        .isEqualTo(Set.of(0));
            }
            assertThatThrownBy(() -> nodesSeenBy(cluster, BrokerSasl.plainClient("alice", "wrong")))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
            try (RawClient client = RawClient.connect(cluster.broker().address())) {
                assertThat(client.login("alice", "alice-secret").errorCode()).isZero();
            }
        }
    }

    private static Set<Integer> nodesSeenBy(KafkaCluster cluster, Map<String, String> login) throws Exception {
        Map<String, Object> settings = new HashMap<>(login);
        settings.put("bootstrap.servers", cluster.bootstrap());
        try (Admin admin = Admin.create(settings)) {
            return admin.describeCluster().nodes().get(30, TimeUnit.SECONDS).stream()
                    .map(node -> node.id())
                    .collect(Collectors.toSet());
        }
    }

    private static void produce(Map<String, Object> settings, String topic) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < 30; i++) {
                producer.send(new ProducerRecord<>(topic, i % 3, "key", "value"))
                        .get(30, TimeUnit.SECONDS);
            }
        }
    }
}
