package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.Coordinators;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.RawMember;
import dev.topoxy.testkit.RecordingPluginProxy;
import dev.topoxy.testkit.SharedBrokers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who a plugin is told that a client is: who the broker let in, and nobody else. */
class IdentityIT {

    private static final String INPUT = "input";
    private static final String GROUP = "identified";
    static final int REAUTHENTICATE_AFTER_MS = 2_000;

    private static KafkaCluster cluster;
    private static RecordingPluginProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        cluster = SharedBrokers.of(spec());
        Coordinators.awaitReady(cluster);
        cluster.createTopics(2, INPUT);
        proxy = RecordingPluginProxy.inFrontOf(cluster.bootstrap(), Map.of());
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            client.login("admin", "admin-secret");
            assertThat(RawMember.of(client, GROUP, "member").join(INPUT).errorCode())
                    .isZero();
        }
    }

    /** All may do all: this is about names only. */
    static ClusterSpec spec() {
        BrokerSasl sasl = new BrokerSasl(
                Map.of("admin", "admin-secret", "alice", "alice-secret"),
                Map.of("alice", "alice-secret"),
                Set.of("admin", "alice", "carol"));
        return ClusterSpec.of(KafkaArtifacts.V4_3)
                .withSasl(sasl)
                .withProperty("allow.everyone.if.no.acl.found", "true")
                .withProperty("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER")
                .withProperty(
                        "listener.name.client.oauthbearer.sasl.jaas.config",
                        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
                                + " unsecuredLoginStringClaim_sub=\"broker\";")
                .withProperty("connections.max.reauth.ms", Integer.toString(REAUTHENTICATE_AFTER_MS));
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})
    void a_plugin_is_told_the_name_that_the_broker_accepted(String mechanism) {
        String line = describedBy(login(mechanism, "alice", "alice-secret"), "client-of-" + mechanism);

        assertThat(line)
                .contains(
                        " principal=User:alice ",
                        " address=127.0.0.1 ",
                        " listener=recorded ",
                        " protocol=SASL_PLAINTEXT ",
                        " client=client-of-" + mechanism + " ",
                        " api=89 ",
                        " version=1 ");
    }

    @Test
    void an_OAuth_bearer_is_known_by_the_subject_of_its_token() {
        Map<String, String> carol = Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "OAUTHBEARER",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
                        + " unsecuredLoginStringClaim_sub=\"carol\";");

        assertThat(describedBy(carol, "bearer")).contains(" principal=User:carol ", " protocol=SASL_PLAINTEXT ");
    }

    @Test
    void without_a_login_everybody_is_anonymous() {
        try (RecordingPluginProxy open =
                RecordingPluginProxy.inFrontOf(cluster.bootstrap(KafkaBroker.INTERNAL), Map.of())) {
            Map<String, Object> settings = Map.of("bootstrap.servers", open.bootstrap(), "client.id", "nobody");
            describe(settings);

            assertThat(open.record("get", GROUP).get(0))
                    .contains(" principal=User:ANONYMOUS ", " protocol=PLAINTEXT ", " client=nobody ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256"})
    void a_name_without_the_right_password_is_never_told(String mechanism) {
        Map<String, Object> settings = new HashMap<>(login(mechanism, "mallory", "guessed"));
        settings.put("bootstrap.servers", proxy.bootstrap());

        assertThatThrownBy(() -> describe(settings)).hasRootCauseInstanceOf(SaslAuthenticationException.class);
        assertThat(proxy.record()).noneMatch(line -> line.contains("mallory"));
    }

    @Test
    void a_request_before_the_login_reaches_neither_broker_nor_plugin() throws Exception {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            client.send(RawMember.of(client, "before-login", "member").pushRequest(RawMember.describing(INPUT)), 0);

            assertThat(client.isClosedByPeer()).isTrue();
        }
        assertThat(proxy.record()).noneMatch(line -> line.contains("before-login"));
    }

    @Test
    void version_and_correlation_id_are_those_of_the_request() throws Exception {
        try (RawClient client = RawClient.connect(proxy.bootstrap())) {
            client.login("alice", "alice-secret");
            RawMember member = RawMember.of(client, "numbered", "member");
            member.join(INPUT);
            int correlationId = client.send(member.pushRequest(RawMember.describing(INPUT)), 0);
            assertThat(member.readPush().errorCode()).isZero();

            assertThat(proxy.record("set", "numbered"))
                    .singleElement()
                    .asString()
                    .contains(" client=raw-client ", " api=93 ")
                    .endsWith(" version=0 correlation=" + correlationId);
            assertThat(proxy.record("requires", "numbered").get(0)).contains(" api=88 ", " version=1 ");
        }
    }

    @Test
    void a_client_that_has_to_log_in_again_goes_on_under_its_name() throws Exception {
        Map<String, Object> settings = new HashMap<>(login("SCRAM-SHA-256", "alice", "alice-secret"));
        settings.put("bootstrap.servers", proxy.bootstrap());
        settings.put("client.id", "again-and-again");
        try (Admin admin = Admin.create(settings)) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(3 * REAUTHENTICATE_AFTER_MS);
            while (System.nanoTime() < end) {
                NativeTopology.describe(admin, GROUP);
            }
            assertThat(admin.metrics().entrySet())
                    .filteredOn(metric -> metric.getKey().name().equals("successful-reauthentication-total"))
                    .anySatisfy(metric ->
                            assertThat((Double) metric.getValue().metricValue()).isPositive());
        }
        assertThat(proxy.record("get", GROUP))
                .filteredOn(line -> line.contains("client=again-and-again "))
                .isNotEmpty()
                .allMatch(line -> line.contains(" principal=User:alice "));
    }

    private static Map<String, String> login(String mechanism, String user, String password) {
        return mechanism.equals("PLAIN")
                ? BrokerSasl.plainClient(user, password)
                : BrokerSasl.scramClient(mechanism, user, password);
    }

    /** What the plugin was told when a client with these settings described the group. */
    private static String describedBy(Map<String, String> login, String clientId) {
        Map<String, Object> settings = new HashMap<>(login);
        settings.put("bootstrap.servers", proxy.bootstrap());
        settings.put("client.id", clientId);
        describe(settings);
        List<String> lines = proxy.record("get", GROUP).stream()
                .filter(line -> line.contains(" client=" + clientId + " "))
                .toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    private static void describe(Map<String, Object> settings) {
        try (Admin admin = Admin.create(settings)) {
            NativeTopology.describe(admin, GROUP);
        }
    }
}
