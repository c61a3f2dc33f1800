package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.Coordinators;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxy logs in itself, so that an application needs no password. */
class UpstreamLoginIT {

    private static final String TOPIC = "without-a-password";
    private static final String SECRET = "alice-secret";

    @TempDir
    static Path directory;

    private static KafkaCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = SharedBrokers.of(IdentityIT.spec());
        Coordinators.awaitReady(cluster);
        cluster.createTopics(1, TOPIC);
    }

    private static ProxyProcess proxy(String mechanism) throws IOException {
        int port = FreePorts.consecutive(2);
        String yaml = """
                clusters:
                  - name: login
                    bootstrap.servers: %s
                    listen: 127.0.0.1:%d
                    brokers: {ports: %d-%d}
                    upstream: {sasl: {sasl.mechanism: %s, sasl.username: alice, sasl.password: '${ALICE}'}}
                """.formatted(cluster.bootstrap(), port, port + 1, port + 1, mechanism);
        Path config = Files.writeString(directory.resolve(mechanism + ".yaml"), yaml);
        return ProxyProcess.start(
                List.of("--config", config.toString()),
                Map.of("ALICE", SECRET, "TOPOXY_LOG_LEVEL", "TRACE"),
                "127.0.0.1:" + port,
                Workspace.target("logs").resolve("login-" + mechanism.toLowerCase(Locale.ROOT) + ".log"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})
    void an_application_without_a_password_goes_on_undisturbed_while_the_proxy_logs_in_anew(String mechanism)
            throws Exception {
        try (ProxyProcess proxy = proxy(mechanism)) {
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", proxy.bootstrap(), "retries", "0"),
                    new StringSerializer(),
                    new StringSerializer())) {
                producer.send(new ProducerRecord<>(TOPIC, "first")).get(30, TimeUnit.SECONDS);
                double connections = created(producer);
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3 * IdentityIT.REAUTHENTICATE_AFTER_MS);
                while (System.nanoTime() < end) {
                    sent.add(producer.send(new ProducerRecord<>(TOPIC, "next")));
                    TimeUnit.MILLISECONDS.sleep(2);
                }
                for (Future<RecordMetadata> each : sent) {
                    each.get(30, TimeUnit.SECONDS);
                }
                assertThat(created(producer)).isEqualTo(connections);
            }
            assertThat(Files.readString(proxy.jvm().log()))
                    .contains("logged in to the broker anew")
                    .doesNotContain(SECRET);
        }
    }

    private static double created(KafkaProducer<?, ?> producer) {
        return producer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("connection-creation-total")
                        && metric.getKey().group().equals("producer-metrics"))
                .mapToDouble(metric -> (Double) metric.getValue().metricValue())
                .sum();
    }

    @Test
    void a_client_that_wants_to_log_in_itself_is_told_why_it_cannot() throws Exception {
        try (ProxyProcess proxy = proxy("PLAIN")) {
            Map<String, Object> settings = new HashMap<>(BrokerSasl.plainClient("alice", "her-own-secret"));
            settings.put("bootstrap.servers", proxy.bootstrap());
            try (Admin admin = Admin.create(settings)) {
                assertThatThrownBy(() -> admin.listTopics().names().get(30, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(UnsupportedSaslMechanismException.class)
                        .hasMessageContaining("the proxy logs in to the brokers itself")
                        .hasMessageContaining("set security.protocol to PLAINTEXT or SSL");
            }
            assertThat(Files.readString(proxy.jvm().log())).doesNotContain("her-own-secret");
        }
    }
}
