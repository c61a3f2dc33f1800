package dev.topoxy.conformance;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.TestPluginJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.awaitility.Awaitility;

/** The native broker, and the proxy with the same plugin jar before an older broker. Both brokers have the same
 * settings, among them an authorizer that binds those who log in. */
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

    /** Starts all, with the proxy's configuration, plugins and log in the directory. */
    static Targets start(Path directory) throws Exception {
        CompletableFuture<KafkaCluster> starting = CompletableFuture.supplyAsync(
                () -> cluster(ClusterSpec.of(KafkaArtifacts.V4_4).withTopologyPlugin()));
        KafkaCluster older = cluster(ClusterSpec.of(KafkaArtifacts.V4_3));
        KafkaCluster newer = starting.join();
        Listens listens = Listens.free();
        ProxyProcess proxy = ProxyProcess.withConfig(
                config(directory, older, listens), listens.open(), directory.resolve("proxy.log"));
        Target reference =
                new Target("native", newer.bootstrap(KafkaBroker.INTERNAL), newer.bootstrap(KafkaBroker.CLIENT), newer);
        Target proxied = new Target("proxy", listens.open(), listens.secured(), older);
        for (Target target : List.of(reference, proxied)) {
            AccessScenarios.grantTopics(target);
        }
        return new Targets(reference, proxied, proxy);
    }

    private record Listens(String open, String secured) {

        static Listens free() {
            int port = FreePorts.consecutive(2 * ProxyProcess.PORTS);
            return new Listens("127.0.0.1:" + port, "127.0.0.1:" + (port + ProxyProcess.PORTS));
        }
    }

    private static KafkaCluster cluster(ClusterSpec spec) {
        // Without the interval, the time between a scenario's steps would show in the answers.
        KafkaCluster cluster = KafkaCluster.start(
                spec.withSasl(AccessScenarios.users()).withProperty("group.streams.assignment.interval.ms", "0"));
        cluster.createTopics(2, Target.INPUT);
        awaitCoordinator(cluster);
        return cluster;
    }

    /** The coordinator's topic is made when first asked for; enough groups are asked about to meet every partition. */
    private static void awaitCoordinator(KafkaCluster cluster) {
        List<String> groups = IntStream.range(0, 20).mapToObj(i -> "any-" + i).toList();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            try (RawClient client = RawClient.connect(cluster.bootstrap(KafkaBroker.INTERNAL))) {
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

    private static Path config(Path directory, KafkaCluster cluster, Listens listens) throws IOException {
        Path plugins = Files.createDirectories(directory.resolve("plugins"));
        Files.copy(TestPluginJar.get(), plugins.resolve("test-plugin.jar"), StandardCopyOption.REPLACE_EXISTING);
        String clusters = config("open", cluster.bootstrap(KafkaBroker.INTERNAL), listens.open(), plugins)
                + config("secured", cluster.bootstrap(KafkaBroker.CLIENT), listens.secured(), plugins);
        return Files.writeString(directory.resolve("topoxy.yaml"), "clusters:\n" + clusters);
    }

    /** Many threads, as scenarios whose plugin call blocks must not hold up those played beside them. */
    private static String config(String name, String bootstrap, String listen, Path plugins) {
        return """
                  - name: %s
                    bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      %s: %s
                      plugins.directory: %s
                      plugin.timeout.ms: %d
                      plugin.threads: 32
                """.formatted(
                        name,
                        bootstrap,
                        listen,
                        TestPluginJar.BROKER_SETTING,
                        TestPluginJar.CLASS_NAME,
                        plugins,
                        PLUGIN_TIMEOUT_MS);
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
        proxied.cluster().close();
        reference.cluster().close();
    }
}
