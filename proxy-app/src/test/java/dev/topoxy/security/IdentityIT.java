package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.protocol.Errors;
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
                Map.of("admin", "admin-secret", "alice", "alice-secret"),
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
        assertThat(describedBy(login("OAUTHBEARER", "carol", ""), "bearer"))
                .contains(" principal=User:carol ", " protocol=SASL_PLAINTEXT ");
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

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"})
    void a_client_that_has_to_log_in_again_goes_on_under_its_name(String mechanism) throws Exception {
        String clientId = "again-and-again-by-" + mechanism;
        Map<String, Object> settings = new HashMap<>(login(mechanism, "alice", "alice-secret"));
        settings.put("bootstrap.servers", proxy.bootstrap());
        settings.put("client.id", clientId);
        try (Admin admin = Admin.create(settings)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                NativeTopology.describe(admin, GROUP);
                return loggedInAgain(admin);
            });
            NativeTopology.describe(admin, GROUP);
        }
        assertThat(proxy.record("get", GROUP))
                .filteredOn(line -> line.contains(" client=" + clientId + " "))
                .hasSizeGreaterThan(1)
                .allMatch(line -> line.contains(" principal=User:alice "));
    }

    private static boolean loggedInAgain(Admin admin) {
        return admin.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("successful-reauthentication-total"))
                .anyMatch(metric -> (Double) metric.getValue().metricValue() > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-512", "OAUTHBEARER"})
    void another_name_on_the_same_connection_is_refused_by_the_broker_and_never_told(String mechanism)
            throws Exception {
        String clientId = "renamed-by-" + mechanism;
        try (RawClient client = RawClient.connect(proxy.bootstrap(), clientId)) {
            RawLogin login = new RawLogin(client, mechanism);
            assertThat(login.as("alice", "alice-secret").errorCode()).isZero();
            client.call(describeRequest(), 1);

            SaslAuthenticateResponseData refusal = login.as("admin", "admin-secret");

            assertThat(Errors.forCode(refusal.errorCode())).isEqualTo(Errors.SASL_AUTHENTICATION_FAILED);
            assertThat(refusal.errorMessage()).contains("Cannot change principals");
            assertThat(client.isClosedByPeer()).isTrue();
        }
        assertThat(proxy.record("get", GROUP))
                .filteredOn(line -> line.contains(" client=" + clientId + " "))
                .singleElement()
                .asString()
                .contains(" principal=User:alice ");
    }

    private static StreamsGroupDescribeRequestData describeRequest() {
        return new StreamsGroupDescribeRequestData().setGroupIds(List.of(GROUP)).setIncludeTopologyDescription(true);
    }

    private static Map<String, String> login(String mechanism, String user, String password) {
        return switch (mechanism) {
            case "PLAIN" -> BrokerSasl.plainClient(user, password);
            case "OAUTHBEARER" -> BrokerSasl.unsecuredBearerClient(user);
            default -> BrokerSasl.scramClient(mechanism, user, password);
        };
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
