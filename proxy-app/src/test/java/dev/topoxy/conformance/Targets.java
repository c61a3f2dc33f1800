package dev.topoxy.conformance;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.TestPluginJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.awaitility.Awaitility;

/** The native broker, and the proxy with the same plugin jar before an older broker. Both brokers are of the same settings. */
final class Targets implements AutoCloseable {

    /** Longer than the plugin takes where it is slow, and what clients wait where it never answers. */
    static final int PLUGIN_TIMEOUT_MS = 6_000;

    private final Target reference;
    private final Target proxied;
    private final ProxyProcess proxy;

    private Targets(Target reference, Target proxied, ProxyProcess proxy) {
        this.reference = reference;
        this.proxied = proxied;
        this.proxy = proxy;
    }

    /** Starts the proxy, with its configuration, plugins and log in the directory. */
    static Targets start(Path directory) throws IOException {
        KafkaCluster newer = cluster(ClusterSpec.of(KafkaArtifacts.V4_4).withTopologyPlugin());
        KafkaCluster older = cluster(ClusterSpec.of(KafkaArtifacts.V4_3));
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        ProxyProcess proxy = ProxyProcess.withConfig(
                config(directory, older.bootstrap(), listen), listen, directory.resolve("proxy.log"));
        return new Targets(
                new Target("native", newer.bootstrap(), newer), new Target("proxy", proxy.bootstrap(), older), proxy);
    }

    private static KafkaCluster cluster(ClusterSpec spec) {
        // Else the time between a scenario's steps would show.
        KafkaCluster cluster = SharedBrokers.of(spec.withProperty("group.streams.assignment.interval.ms", "0"));
        cluster.createTopics(2, Target.INPUT);
        awaitCoordinator(cluster);
        return cluster;
    }

    /** The coordinator's topic is made when first asked for; enough groups are asked about to meet every partition. */
    private static void awaitCoordinator(KafkaCluster cluster) {
        List<String> groups = IntStream.range(0, 20).mapToObj(i -> "any-" + i).toList();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            try (RawClient client = RawClient.connect(cluster.bootstrap())) {
                client.call(new FindCoordinatorRequestData().setCoordinatorKeys(groups), 4);
                return client
                        .call(new DescribeGroupsRequestData().setGroups(groups), 5)
                        .as(DescribeGroupsResponseData.class)
                        .groups()
                        .stream()
                        .allMatch(group -> group.errorCode() == Errors.NONE.code());
            }
        });
    }

    private static Path config(Path directory, String bootstrap, String listen) throws IOException {
        Path plugins = Files.createDirectories(directory.resolve("plugins"));
        Path jar = TestPluginJar.get();
        Files.copy(jar, plugins.resolve("test-plugin.jar"), StandardCopyOption.REPLACE_EXISTING);
        // Many threads, as scenarios whose plugin call blocks must not hold up those played beside them.
        return Files.writeString(directory.resolve("topoxy.yaml"), """
                clusters:
                  - name: conformance
                    bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      %s: %s
                      plugins.directory: %s
                      plugin.timeout.ms: %d
                      plugin.threads: 32
                """.formatted(
                bootstrap, listen, TestPluginJar.BROKER_SETTING, TestPluginJar.CLASS_NAME, plugins, PLUGIN_TIMEOUT_MS));
    }

    Target reference() {
        return reference;
    }

    Target proxied() {
        return proxied;
    }

    @Override
    public void close() {
        proxy.close();
    }
}
