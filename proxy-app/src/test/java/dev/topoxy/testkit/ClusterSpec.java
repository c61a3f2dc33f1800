package dev.topoxy.testkit;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster is to be like; every {@code with} gives a changed copy.
 *
 * @param version one of {@link KafkaArtifacts}
 * @param nodeIds each node is broker and controller
 * @param replicationFactor of internal topics and of topics created without one
 * @param properties override those of the kit
 * @param sasl present: clients log in, the authorizer is on and refuses what no ACL allows
 * @param pluginJar joins the brokers' class path
 * @param advertisedListeners extra listeners of the first node by name, each advertised at the given address
 * @param jvmArgs override those of the kit
 * @param linked each node has a listener {@link KafkaBroker#LINKED} more, which a {@link FaultyLink} may stand before
 */
public record ClusterSpec(
        String version,
        List<Integer> nodeIds,
        int replicationFactor,
        Map<String, String> properties,
        Optional<BrokerSasl> sasl,
        Optional<Path> pluginJar,
        Map<String, String> advertisedListeners,
        List<String> jvmArgs,
        boolean linked) {

    static final String ITS_OWN_ADDRESS = "";

    public ClusterSpec {
        nodeIds = List.copyOf(nodeIds);
        properties = Map.copyOf(properties);
        advertisedListeners = Map.copyOf(advertisedListeners);
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** One node with id 0. */
    public static ClusterSpec of(String version) {
        return new ClusterSpec(
                version, List.of(0), 1, Map.of(), Optional.empty(), Optional.empty(), Map.of(), List.of(), false);
    }

    /** With more than one node, internal topics get a replica on each up to three. */
    public ClusterSpec withNodes(int... ids) {
        List<Integer> nodes = Arrays.stream(ids).boxed().toList();
        return new ClusterSpec(
                version,
                nodes,
                Math.min(3, nodes.size()),
                properties,
                sasl,
                pluginJar,
                advertisedListeners,
                jvmArgs,
                linked);
    }

    public ClusterSpec withReplicationFactor(int factor) {
        return new ClusterSpec(
                version, nodeIds, factor, properties, sasl, pluginJar, advertisedListeners, jvmArgs, linked);
    }

    public ClusterSpec withProperty(String name, String value) {
        return new ClusterSpec(
                version,
                nodeIds,
                replicationFactor,
                with(properties, name, value),
                sasl,
                pluginJar,
                advertisedListeners,
                jvmArgs,
                linked);
    }

    public ClusterSpec withSasl(BrokerSasl security) {
        return new ClusterSpec(
                version,
                nodeIds,
                replicationFactor,
                properties,
                Optional.of(security),
                pluginJar,
                advertisedListeners,
                jvmArgs,
                linked);
    }

    /** Runs the kit's topology description plugin; from 4.4.0 on. */
    public ClusterSpec withTopologyPlugin() {
        return new ClusterSpec(
                        version,
                        nodeIds,
                        replicationFactor,
                        properties,
                        sasl,
                        Optional.of(TestPluginJar.get()),
                        advertisedListeners,
                        jvmArgs,
                        linked)
                .withProperty(TestPluginJar.BROKER_SETTING, TestPluginJar.CLASS_NAME);
    }

    /** One more plaintext listener whose clients are told to come to {@code advertised} (host:port), say a proxy's. */
    public ClusterSpec withAdvertisedListener(String name, String advertised) {
        return new ClusterSpec(
                version,
                nodeIds,
                replicationFactor,
                properties,
                sasl,
                pluginJar,
                with(advertisedListeners, name, advertised),
                jvmArgs,
                linked);
    }

    /** One more listener of the first node, reached at its own address. */
    public ClusterSpec withListener(String name) {
        return withAdvertisedListener(name, ITS_OWN_ADDRESS);
    }

    /** The kit's own arguments make brokers start fast and stay small; a benchmark wants others. */
    public ClusterSpec withJvmArgs(String... arguments) {
        return new ClusterSpec(
                version,
                nodeIds,
                replicationFactor,
                properties,
                sasl,
                pluginJar,
                advertisedListeners,
                List.of(arguments),
                linked);
    }

    /** With a listener whose clients are told to come by each broker's {@link KafkaBroker#linkPort}. */
    public ClusterSpec withLinks() {
        return new ClusterSpec(
                version, nodeIds, replicationFactor, properties, sasl, pluginJar, advertisedListeners, jvmArgs, true);
    }

    private static Map<String, String> with(Map<String, String> map, String name, String value) {
        Map<String, String> copy = new LinkedHashMap<>(map);
        copy.put(name, value);
        return copy;
    }
}
