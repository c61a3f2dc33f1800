package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.app.ask.AskCommand;
import dev.topoxy.core.tls.ClientTls;
import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.ChildJvm;
import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.Coordinators;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SelfSigned;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.TestPluginJar;
import dev.topoxy.testkit.Workspace;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real clients over every transport and login, in front of one broker that speaks TLS where clients log in. */
class TransportIT {

    private static final String RECORDER = "dev.topoxy.productplugin.RecordingPlugin";
    private static final String PASSWORD = "alice-secret";
    private static final String ADMIN_TOKEN = "admin-token-of-this-test";

    /** How clients come in. */
    private enum Door {
        PLAIN(false, false, false),
        TLS(true, false, false),
        MTLS(true, true, false),
        TLS_SNI(true, false, true),
        MTLS_SNI(true, true, true);

        private final boolean tls;
        private final boolean certificate;
        private final boolean byName;

        Door(boolean tls, boolean certificate, boolean byName) {
            this.tls = tls;
            this.certificate = certificate;
            this.byName = byName;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final List<String> MECHANISMS = List.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER");

    /** A client of one kind at one door, and who it is to a plugin. */
    private record Combination(Door door, String mechanism, String principal, String protocol) {
        String name() {
            return door.label() + (mechanism.isEmpty() ? "" : "-" + mechanism.toLowerCase(Locale.ROOT));
        }

        String cluster() {
            return clusterName(door, !mechanism.isEmpty());
        }
    }

    @TempDir
    static Path directory;

    private static SelfSigned brokersKey;
    private static SelfSigned proxysKey;
    private static SelfSigned appsKey;
    private static Path hosts;
    private static Path rotatedKeystore;
    private static int rotatedPort;
    private static int adminPort;
    private static KafkaCluster cluster;
    private static ProxyProcess proxy;
    private static final Map<String, String> bootstraps = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws Exception {
        brokersKey = SelfSigned.make(directory, "broker", "CN=broker", "ip:127.0.0.1");
        proxysKey = SelfSigned.make(directory, "proxy", "CN=proxy", "dns:*.sni.test,dns:localhost,ip:127.0.0.1");
        appsKey = SelfSigned.make(directory, "app", "CN=app,O=Test", "dns:app");
        hosts = Files.writeString(
                directory.resolve("hosts"), "127.0.0.1 localhost\n127.0.0.1 kafka.sni.test broker-0.sni.test\n");
        TestPluginJar.built(
                RECORDER,
                Files.createDirectory(directory.resolve("plugins")).resolve("recording.jar"),
                Objects.requireNonNull(System.getProperty("java.class.path")));
        rotatedKeystore = Files.copy(proxysKey.keystore(), directory.resolve("rotated.p12"));
        cluster = SharedBrokers.of(spec());
        Coordinators.awaitReady(cluster);
        Path config = Files.writeString(directory.resolve("topoxy.yaml"), config());
        proxy = ProxyProcess.start(
                List.of("--config", config.toString()),
                Map.of("TOPOXY_LOG_LEVEL", "TRACE", "STORE_PASSWORD", SelfSigned.PASSWORD, "ADMIN_TOKEN", ADMIN_TOKEN),
                bootstrap(clusterName(Door.PLAIN, false)),
                Workspace.target("logs").resolve("transport-proxy.log"));
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        assertThat(Files.readString(proxy.jvm().log()))
                .as("no secret in all that was logged, at TRACE, of all logins")
                .contains(" DEBUG ")
                .doesNotContain(secrets())
                .doesNotContain("auth=Bearer", ",p=");
    }

    /** Passwords as text, and as others may write bytes; tokens by how they begin. */
    private static String[] secrets() {
        byte[] password = PASSWORD.getBytes(StandardCharsets.UTF_8);
        return new String[] {
            PASSWORD,
            SelfSigned.PASSWORD,
            ADMIN_TOKEN,
            HexFormat.of().formatHex(password),
            Base64.getEncoder().encodeToString(("\0alice\0" + PASSWORD).getBytes(StandardCharsets.UTF_8)),
            Base64.getEncoder().encodeToString(password),
            Base64.getUrlEncoder().withoutPadding().encodeToString("{\"alg\":".getBytes(StandardCharsets.UTF_8))
        };
    }

    private static ClusterSpec spec() {
        String client = "listener.name.client.";
        return ClusterSpec.of(KafkaArtifacts.V4_3)
                .withSasl(
                        new BrokerSasl(Map.of("alice", PASSWORD), Map.of("alice", PASSWORD), Set.of("alice", "carol")))
                .withProperty("allow.everyone.if.no.acl.found", "true")
                .withProperty("sasl.enabled.mechanisms", String.join(",", MECHANISMS))
                .withProperty(
                        client + "oauthbearer.sasl.jaas.config",
                        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
                                + " unsecuredLoginStringClaim_sub=\"broker\";")
                .withProperty(
                        "listener.security.protocol.map", "CONTROLLER:PLAINTEXT,INTERNAL:PLAINTEXT,CLIENT:SASL_SSL")
                .withProperty(
                        client + "ssl.keystore.location", brokersKey.keystore().toString())
                .withProperty(client + "ssl.keystore.type", "PKCS12")
                .withProperty(client + "ssl.keystore.password", SelfSigned.PASSWORD);
    }

    private static String clusterName(Door door, boolean login) {
        return door.label() + (login ? "-login" : "-open");
    }

    private static String config() {
        int port = FreePorts.consecutive(4 * Door.values().length + 2);
        adminPort = FreePorts.one();
        StringBuilder yaml = new StringBuilder("""
                admin:
                  listen: 127.0.0.1:%d
                  token: ${ADMIN_TOKEN}
                  tls: {ssl.keystore.location: %s, ssl.keystore.password: '${STORE_PASSWORD}'}
                clusters:
                """.formatted(adminPort, proxysKey.keystore()));
        for (Door door : Door.values()) {
            for (boolean login : List.of(false, true)) {
                String name = clusterName(door, login);
                bootstraps.put(name, (door.byName ? "kafka.sni.test:" : "127.0.0.1:") + port);
                yaml.append("  - name: ")
                        .append(name)
                        .append("\n    listen: 127.0.0.1:")
                        .append(port);
                yaml.append("\n    bootstrap.servers: ")
                        .append(login ? cluster.bootstrap() : cluster.bootstrap(KafkaBroker.INTERNAL));
                if (door.byName) {
                    yaml.append("\n    advertised: kafka.sni.test:").append(port);
                    yaml.append("\n    brokers: {hosts: broker-$(nodeId).sni.test}\n");
                } else {
                    yaml.append("\n    brokers: {ports: %d-%d}\n".formatted(port + 1, port + 1));
                }
                if (door.tls) {
                    yaml.append("    tls:\n      ssl.keystore.location: " + proxysKey.keystore());
                    yaml.append("\n      ssl.keystore.password: ${STORE_PASSWORD}\n");
                }
                if (door.certificate) {
                    yaml.append("      ssl.client.auth: required\n      ssl.truststore.location: "
                            + appsKey.truststore() + "\n      ssl.truststore.password: ${STORE_PASSWORD}\n");
                    yaml.append("      ssl.principal.mapping.rules: RULE:^CN=([^,]+),.*$/$1/\n");
                }
                if (login) {
                    yaml.append("    upstream: {tls: {ssl.truststore.location: " + brokersKey.truststore()
                            + ", ssl.truststore.password: '${STORE_PASSWORD}'}}\n");
                }
                yaml.append("    topology.description:\n      group.streams.topology.description.class: " + RECORDER);
                yaml.append("\n      plugins.directory: " + directory.resolve("plugins"));
                yaml.append("\n      plugin.config: {record.file: " + directory.resolve(name + ".record") + "}\n");
                port += 2;
            }
        }
        rotatedPort = port;
        yaml.append(
                """
                  - name: rotated
                    listen: 127.0.0.1:%d
                    bootstrap.servers: %s
                    brokers: {ports: %d-%d}
                    tls: {ssl.keystore.location: %s, ssl.keystore.password: '${STORE_PASSWORD}'}
                    upstream: {tls: {ssl.truststore.location: %s, ssl.truststore.password: '${STORE_PASSWORD}'}}
                """.formatted(port, cluster.bootstrap(), port + 1, port + 1, rotatedKeystore, brokersKey.truststore()));
        return yaml.toString();
    }

    private static String bootstrap(String clusterName) {
        return bootstraps.getOrDefault(clusterName, "");
    }

    private static List<Combination> combinations() {
        List<Combination> all = new ArrayList<>();
        for (Door door : Door.values()) {
            all.add(new Combination(
                    door, "", door.certificate ? "User:app" : "User:ANONYMOUS", door.tls ? "SSL" : "PLAINTEXT"));
            for (String mechanism : MECHANISMS) {
                String user = mechanism.equals("OAUTHBEARER") ? "User:carol" : "User:alice";
                all.add(new Combination(door, mechanism, user, door.tls ? "SASL_SSL" : "SASL_PLAINTEXT"));
            }
        }
        return all;
    }

    private static Map<String, String> settings(Combination combination) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (combination.mechanism.equals("PLAIN")) {
            settings.putAll(BrokerSasl.plainClient("alice", PASSWORD));
        } else if (combination.mechanism.startsWith("SCRAM")) {
            settings.putAll(BrokerSasl.scramClient(combination.mechanism, "alice", PASSWORD));
        } else if (combination.mechanism.equals("OAUTHBEARER")) {
            settings.putAll(BrokerSasl.unsecuredBearerClient("carol"));
        }
        settings.put("security.protocol", combination.protocol);
        settings.put("bootstrap.servers", bootstrap(combination.cluster()));
        if (combination.door.tls) {
            settings.put("ssl.truststore.location", proxysKey.truststore().toString());
            settings.put("ssl.truststore.password", SelfSigned.PASSWORD);
            settings.put("ssl.truststore.type", "PKCS12");
        }
        if (combination.door.certificate) {
            settings.put("ssl.keystore.location", appsKey.keystore().toString());
            settings.put("ssl.keystore.password", SelfSigned.PASSWORD);
            settings.put("ssl.keystore.type", "PKCS12");
        }
        return settings;
    }

    private static void write(Path file, Map<String, String> settings) throws Exception {
        Properties properties = new Properties();
        properties.putAll(settings);
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    @Test
    void every_client_works_over_every_transport_and_login_and_is_known_by_its_name() throws Exception {
        Path clients = Files.createDirectory(directory.resolve("clients"));
        List<String> topics = new ArrayList<>();
        for (Combination each : combinations()) {
            write(clients.resolve(each.name()), settings(each));
            topics.add("t-" + each.name());
            topics.addAll(StreamsApp.Setup.of("", each.name()).topics().all());
        }
        cluster.createTopics(1, topics.toArray(String[]::new));
        Path log = Workspace.target("logs").resolve("transport-clients.log");
        try (ChildJvm jvm = ChildJvm.start(new ChildJvm.Command(
                "transport-clients",
                System.getProperty("java.class.path"),
                List.of("-Xmx512m", "-Djdk.net.hosts.file=" + hosts),
                TransportClientsMain.class.getName(),
                List.of(clients.toString()),
                log))) {
            assertThat(jvm.exitCode(240)).as(jvm.logTail()).isZero();
        }
        for (Combination each : combinations()) {
            assertThat(Files.readAllLines(directory.resolve(each.cluster() + ".record")))
                    .filteredOn(line -> line.startsWith("set group=" + each.name() + " "))
                    .as(each.name())
                    .isNotEmpty()
                    .allMatch(line -> line.contains(" principal=" + each.principal + " ")
                            && line.contains(" protocol=" + each.protocol + " "));
        }
    }

    @Test
    void a_new_certificate_is_seen_by_new_connections_within_five_seconds_and_fails_no_request() throws Exception {
        Map<String, Object> settings =
                new HashMap<>(settings(new Combination(Door.TLS, "SCRAM-SHA-256", "User:alice", "SASL_SSL")));
        settings.put("bootstrap.servers", "127.0.0.1:" + rotatedPort);
        settings.put("retries", "0");
        cluster.createTopics(1, "rotated");
        AtomicBoolean rotated = new AtomicBoolean();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("rotated", "first")).get(30, TimeUnit.SECONDS);
            assertThat(shownAt(rotatedPort)).isEqualTo("CN=proxy");
            SelfSigned next = SelfSigned.make(directory, "next", "CN=next", "ip:127.0.0.1");
            Path written = Files.copy(next.keystore(), directory.resolve("being-written.p12"));
            Thread load = new Thread(() -> {
                while (!rotated.get()) {
                    sent.add(producer.send(new ProducerRecord<>("rotated", "next")));
                    LockSupport.parkNanos(1_000_000);
                }
            });
            load.start();
            Files.move(written, rotatedKeystore, StandardCopyOption.ATOMIC_MOVE);
            try {
                await().atMost(Duration.ofSeconds(5))
                        .until(() -> shownAt(rotatedPort).equals("CN=next"));
            } finally {
                rotated.set(true);
                load.join();
            }
            for (Future<RecordMetadata> each : sent) {
                each.get(30, TimeUnit.SECONDS);
            }
            assertThat(sent).isNotEmpty();
        }
    }

    /** The name in the certificate that a new connection is shown. */
    private static String shownAt(int port) throws Exception {
        X509TrustManager trusting = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String authType) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String authType) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trusting}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    @Test
    void kafkas_own_tools_work_through_tls_and_scram() throws Exception {
        Combination byName = new Combination(Door.TLS_SNI, "SCRAM-SHA-512", "User:alice", "SASL_SSL");
        Combination byPort = new Combination(Door.TLS, "SCRAM-SHA-512", "User:alice", "SASL_SSL");
        StreamsApp.Setup setup = StreamsApp.Setup.of(bootstrap(byPort.cluster()), "seen-by-tools")
                .withSettings(settings(byPort));
        cluster.createTopics(1, setup.topics().all().toArray(String[]::new));
        try (StreamsApp app = StreamsApp.start(setup)) {
            String topic = setup.topics().all().get(0);
            assertThat(tool(KafkaTools.TOPICS, byName, "--describe", "--topic", topic))
                    .contains("Leader:");
            assertThat(tool(KafkaTools.ACLS, byName, "--list")).doesNotContain("Exception");
            assertThat(tool(KafkaTools.CONSUMER_GROUPS, byName, "--list")).doesNotContain("Exception");
            NativeTopology.awaitStatus(
                    new HashMap<>(settings(byPort)), "seen-by-tools", StreamsGroupTopologyDescriptionStatus.AVAILABLE);
            assertThat(tool(KafkaTools.STREAMS_GROUPS, byPort, "--describe", "--topology", "--group", "seen-by-tools"))
                    .contains("Source: ", topic);
            assertThat(app.failure()).isEmpty();
        }
    }

    /** What the tool prints. */
    private static String tool(String tool, Combination combination, String... more) throws Exception {
        Path config = Files.createTempFile(directory, "command", ".properties");
        write(config, settings(combination));
        Path out = Files.createTempFile(directory, "tool", ".out");
        Path err = Files.createTempFile(directory, "tool", ".err");
        List<String> arguments = new ArrayList<>(
                List.of("--bootstrap-server", bootstrap(combination.cluster()), "--command-config", config.toString()));
        arguments.addAll(List.of(more));
        try (ChildJvm jvm = new KafkaTools(KafkaArtifacts.V4_4)
                .start(tool, List.of("-Djdk.net.hosts.file=" + hosts), arguments, out, err)) {
            int exitCode = jvm.exitCode(60);
            assertThat(exitCode).as(Files.readString(err)).isZero();
        }
        return Files.readString(out);
    }

    @Test
    void the_admin_port_is_asked_over_tls_with_its_token_and_tells_no_secret() throws Exception {
        String url = "https://localhost:" + adminPort;
        Map<String, String> environment = Map.of("TOPOXY_ADMIN_TOKEN", ADMIN_TOKEN);
        String groups = AskCommand.GROUPS.run(
                List.of("--admin", url, "--ca", proxysKey.pem().toString(), "--cluster", "tls-login"), environment);
        assertThat(groups).isNotEmpty();
        HttpClient client = HttpClient.newBuilder()
                .sslContext(ClientTls.context(Optional.of(proxysKey.pem()), Optional.empty()))
                .build();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/metrics"));
        assertThat(client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(401);
        request.header("Authorization", "Bearer " + ADMIN_TOKEN);
        String metrics = client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(metrics)
                .contains("topoxy_tls_certificate_expiry_seconds{setting=\"admin: tls\"}")
                .contains("topoxy_tls_reload_failures_total{setting=\"admin: tls\"} 0.0")
                .doesNotContain(secrets());
    }
}
