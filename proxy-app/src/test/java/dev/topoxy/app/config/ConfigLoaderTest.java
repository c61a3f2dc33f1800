package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.drain.DrainSettings;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.server.TcpTimeouts;
import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.lineage.OpenLineageSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
    @TempDir
    Path directory;

    @Test
    void servers_alone_are_enough() throws Exception {
        ProxyConfig config = load("clusters:\n  - bootstrap.servers: b1:9092, b2:9092 ,\n", Map.of());

        assertThat(config.maxRequestBytes()).isEqualTo(104_857_600);
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.eventLoopThreads()).isZero();
        assertThat(config.clusters())
                .containsExactly(new ClusterConfig(
                        "main",
                        List.of(new HostPort("b1", 9092), new HostPort("b2", 9092)),
                        new HostPort("127.0.0.1", 19092),
                        new HostPort("127.0.0.1", 19092),
                        new BrokerPorts.Automatic(),
                        TransportConfig.PLAIN,
                        0,
                        Optional.of(TopologyDescriptionSettings.memory()),
                        Optional.empty()));
    }

    @Test
    void every_setting_arrives() throws Exception {
        Files.createDirectory(directory.resolve("jars"));
        ProxyConfig config = load("""
                socket.request.max.bytes: 2048
                connect.timeout.ms: 7
                event.loop.threads: 3
                shutdown.delay.ms: 11
                shutdown.deadline.ms: 12
                limits:
                  max.connections: 21
                  max.connections.per.ip: 22
                  queued.max.request.bytes: 23
                  max.in.flight.requests.per.connection: 24
                  request.stall.timeout.ms: 25
                  connections.max.idle.ms: 26
                tcp:
                  keepalive.idle.ms: 3100
                  keepalive.interval.ms: 3200
                  keepalive.count: 33
                  client.user.timeout.ms: 34
                  broker.user.timeout.ms: 35
                clusters:
                  - name: one
                    bootstrap.servers: [b1:9092, '[::1]:9093']
                    listen: 0.0.0.0:19092
                    advertised: proxy.example.com:29092
                    max.connections: 27
                    brokers:
                      ports: 19200 - 19210
                      node.id.first: 1000
                    topology.description:
                      group.streams.topology.description.plugin.class: com.example.Plugin
                      group.streams.topology.description.max.bytes: 0
                      native: always-proxy
                      plugins.directory: jars
                      plugin.timeout.ms: 50
                      plugin.threads: 2
                      plugin.queue: 9
                      refresh: never
                      plugin.config: {url: "http://x", retries: 3, empty: ""}
                      openlineage:
                        url: https://catalog.example.com/api/v1/lineage
                        token: ${TOKEN}
                        namespace: shop
                        timeout.ms: 70
                        queue: 4
                  - name: two
                    bootstrap.servers: c:9092
                    listen: 127.0.0.1:20000
                    brokers: {ports: {5: 20005, 4711: 20006}}
                    topology.description: {group.streams.topology.description.class: none}
                """, Map.of("TOKEN", "s3cret"));

        assertThat(config.maxRequestBytes()).isEqualTo(2048);
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofMillis(7));
        assertThat(config.eventLoopThreads()).isEqualTo(3);
        assertThat(config.drain()).isEqualTo(new DrainSettings(Duration.ofMillis(11), Duration.ofMillis(12)));
        assertThat(config.limits()).isEqualTo(new Limits(21, 22, 23, 24, Duration.ofMillis(25), Duration.ofMillis(26)));
        assertThat(config.tcp())
                .isEqualTo(new TcpTimeouts(
                        Duration.ofMillis(3100),
                        Duration.ofMillis(3200),
                        33,
                        Duration.ofMillis(34),
                        Duration.ofMillis(35)));
        assertThat(config.clusters())
                .containsExactly(
                        new ClusterConfig(
                                "one",
                                List.of(new HostPort("b1", 9092), new HostPort("::1", 9093)),
                                new HostPort("0.0.0.0", 19092),
                                new HostPort("proxy.example.com", 29092),
                                new BrokerPorts.Range(19200, 19210, 1000),
                                TransportConfig.PLAIN,
                                27,
                                Optional.of(new TopologyDescriptionSettings(
                                        "com.example.Plugin",
                                        Optional.of(directory.resolve("jars")),
                                        Map.of("url", "http://x", "retries", "3", "empty", ""),
                                        0,
                                        NativeMode.ALWAYS_PROXY,
                                        Duration.ofMillis(50),
                                        2,
                                        9,
                                        RefreshMode.NEVER,
                                        DescribeTopics.GROUP)),
                                Optional.of(new OpenLineageSettings(
                                        URI.create("https://catalog.example.com/api/v1/lineage"),
                                        Optional.of("s3cret"),
                                        "shop",
                                        "kafka://b1:9092",
                                        Duration.ofMillis(70),
                                        4))),
                        new ClusterConfig(
                                "two",
                                List.of(new HostPort("c", 9092)),
                                new HostPort("127.0.0.1", 20000),
                                new HostPort("127.0.0.1", 20000),
                                new BrokerPorts.Explicit(new TreeMap<>(Map.of(5, 20005, 4711, 20006))),
                                TransportConfig.PLAIN,
                                0,
                                Optional.empty(),
                                Optional.empty()));
        assertThat(config.clusters().get(0).advertisedPortOffset()).isEqualTo(10_000);
    }

    @Test
    void both_names_of_the_plugin_may_say_the_same() throws Exception {
        ProxyConfig config = load("""
                clusters:
                  - bootstrap.servers: b:9092
                    topology.description:
                      group.streams.topology.description.class: a.B
                      group.streams.topology.description.plugin.class: a.B
                """, Map.of());
        assertThat(config.clusters().get(0).topologyDescription())
                .map(TopologyDescriptionSettings::plugin)
                .contains("a.B");
    }

    @Test
    void a_section_with_everything_commented_out_has_the_defaults() throws Exception {
        ProxyConfig config =
                load("clusters:\n  - bootstrap.servers: b:9092\n    brokers:\n    topology.description:\n", Map.of());
        assertThat(config.clusters().get(0).ports()).isEqualTo(new BrokerPorts.Automatic());
    }

    @Test
    void the_environment_is_substituted_in_values() throws Exception {
        ProxyConfig config = load(
                "clusters:\n  - bootstrap.servers: ${HOST}:${PORT:-9092}\n    listen: \"${LISTEN:-a:1000}\"\n",
                Map.of("HOST", "kafka", "PORT", ""));
        ClusterConfig cluster = config.clusters().get(0);
        assertThat(cluster.bootstrapServers()).containsExactly(new HostPort("kafka", 9092));
        assertThat(cluster.listen()).isEqualTo(new HostPort("a", 1000));
    }

    @Test
    void what_a_variable_holds_never_becomes_yaml() throws Exception {
        ProxyConfig config = load("""
                clusters:
                  - bootstrap.servers: b:9092
                    topology.description:
                      group.streams.topology.description.class: com.example.Plugin
                      plugin.config: {secret: "${SECRET}"}
                """, Map.of("SECRET", "x\nname: [*a] ${HOST} $$"));
        assertThat(config.clusters().get(0).topologyDescription())
                .map(TopologyDescriptionSettings::pluginConfig)
                .contains(Map.of("secret", "x\nname: [*a] ${HOST} $$"));
    }

    @Test
    void files_lie_in_a_directory_of_the_installation_unless_another_one_is_named() throws Exception {
        ProxyConfig byOption = new ConfigLoader(directory, Map.of())
                .fromOptions(Map.of(
                        CommandLineSetting.BOOTSTRAP_SERVERS, "b:9092", CommandLineSetting.TOPOLOGY_PLUGIN, "file"));
        assertThat(filesOf(byOption)).contains(directory.resolve("data/main").toString());
        String yaml = """
                clusters:
                  - bootstrap.servers: b:9092
                    topology.description:
                      group.streams.topology.description.class: file
                      plugin.config: {directory: "%s"}
                """;
        assertThat(filesOf(load(yaml.formatted("here"), Map.of())))
                .contains(directory.resolve("here").toString());
        assertThat(filesOf(load(yaml.formatted("/var/lib/x"), Map.of()))).contains("/var/lib/x");
    }

    private static Optional<String> filesOf(ProxyConfig config) {
        return config.clusters()
                .get(0)
                .topologyDescription()
                .map(settings -> settings.pluginConfig().get("directory"));
    }

    @Test
    void settings_that_a_kafka_client_may_know_by_a_plugin_of_its_own_are_passed_on() throws Exception {
        ProxyConfig config = load("""
                clusters:
                  - bootstrap.servers: b:9092
                    topology.description:
                      group.streams.topology.description.class: kafka
                      plugin.config: {client.acme.vault.url: "http://x", client.security.protocol: SASL_SSL}
                """, Map.of());
        assertThat(config.clusters().get(0).topologyDescription())
                .map(TopologyDescriptionSettings::pluginConfig)
                .contains(Map.of("client.acme.vault.url", "http://x", "client.security.protocol", "SASL_SSL"));
    }

    @Test
    void dollar_signs_can_be_written() {
        EnvironmentSubstitution substitution = new EnvironmentSubstitution(Map.of("A", "1"));
        assertThat(substitution.apply("$$")).isEqualTo("$");
        assertThat(substitution.apply("$${A}")).isEqualTo("${A}");
        assertThat(substitution.apply("a$b$")).isEqualTo("a$b$");
        assertThat(substitution.apply("$$$${A}${A}")).isEqualTo("$${A}1");
        assertThat(substitution.apply("${B:-}")).isEmpty();
        assertThatThrownBy(() -> substitution.apply("x${A"))
                .hasMessage("'x${A': '${' has no closing '}': write ${NAME}, or $$ for a dollar sign");
        assertThatThrownBy(() -> substitution.apply("${a b}"))
                .hasMessageStartingWith("'a b' is not the name of an environment variable: ");
    }

    @Test
    void a_token_that_others_can_read_on_its_way_is_warned_of_unless_somebody_sees_to_that() throws Exception {
        String yaml = """
                admin: {listen: '0.0.0.0:9190', token: 0123456789abcdef%s}
                clusters:
                  - bootstrap.servers: b:9092
                """;
        String tls = ", tls: {ssl.keystore.location: /proc/self/cmdline}";

        assertThat(load(yaml.formatted(""), Map.of()).warnings())
                .singleElement()
                .asString()
                .endsWith(":1:17: admin.listen: '0.0.0.0:9190' can be reached from other machines, and whoever sits"
                        + " between can read the token: set admin.tls, listen on 127.0.0.1, or, where TLS is done before"
                        + " Topoxy, set admin.insecure: true");
        assertThat(load(yaml.formatted(", insecure: true"), Map.of()).warnings())
                .isEmpty();
        assertThat(load(yaml.formatted(tls), Map.of()).warnings()).isEmpty();
        assertThat(load(yaml.replace("0.0.0.0", "127.0.0.1").formatted(""), Map.of())
                        .warnings())
                .isEmpty();
    }

    @Test
    void a_store_that_speaks_plainly_to_brokers_with_tls_is_warned_of() throws Exception {
        String yaml = """
                clusters:
                  - bootstrap.servers: b:9092
                    upstream: {tls: {}}
                    topology.description:
                      group.streams.topology.description.class: %s
                      plugin.config: {%s}
                """;

        assertThat(load(yaml.formatted("kafka", "history: 5"), Map.of()).warnings())
                .singleElement()
                .asString()
                .contains(
                        ":5:49: clusters[0].topology.description.group.streams.topology.description.class: the store's own")
                .endsWith("set client.security.protocol to SSL or SASL_SSL in plugin.config, and their login");
        assertThat(load(yaml.formatted("kafka", "client.security.protocol: SSL"), Map.of())
                        .warnings())
                .isEmpty();
        assertThat(load(yaml.formatted("kafka", "'bootstrap.servers': 'other:9092'"), Map.of())
                        .warnings())
                .isEmpty();
        assertThat(load(yaml.formatted("memory", "history: 5"), Map.of()).warnings())
                .isEmpty();
    }

    @Test
    void certificates_of_clients_stand_in_for_a_token() throws Exception {
        ProxyConfig config = load("""
                admin:
                  listen: 0.0.0.0:9190
                  tls:
                    ssl.keystore.location: /proc/self/cmdline
                    ssl.client.auth: required
                    ssl.truststore.location: /proc/self/cmdline
                clusters:
                  - bootstrap.servers: b:9092
                """, Map.of());

        assertThat(config.warnings()).isEmpty();
        assertThat(config.admin().token()).isEmpty();
    }

    @Test
    void one_port_of_two_hosts_is_no_overlap() throws Exception {
        ProxyConfig config = load("""
                clusters:
                  - {name: a, bootstrap.servers: 'x:1', listen: '127.0.0.1:19092'}
                  - {name: b, bootstrap.servers: 'y:1', listen: '127.0.0.2:19092'}
                """, Map.of());
        assertThat(config.clusters()).hasSize(2);
    }

    private ProxyConfig load(String yaml, Map<String, String> environment) throws IOException, InvalidConfigException {
        Path file = Files.writeString(directory.resolve("topoxy.yaml"), yaml);
        return new ConfigLoader(directory, environment).fromFile(file);
    }
}
