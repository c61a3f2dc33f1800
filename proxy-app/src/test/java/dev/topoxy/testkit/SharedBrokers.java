package dev.topoxy.testkit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Brokers that all tests of one JVM use together: started when first asked for, stopped when the JVM ends. Tests keep
 * out of each other's way by the names of topics and groups, and never stop these.
 */
public final class SharedBrokers {

    private static final Map<ClusterSpec, KafkaCluster> RUNNING = new LinkedHashMap<>();

    private SharedBrokers() {}

    /** A single broker of that version. */
    public static KafkaCluster of(String version) {
        return of(ClusterSpec.of(version));
    }

    /** A single 4.4.0 broker that runs the kit's topology description plugin: what a proxy must be like. */
    public static KafkaCluster nativeWithPlugin() {
        return of(ClusterSpec.of(KafkaArtifacts.V4_4).withTopologyPlugin());
    }

    public static synchronized KafkaCluster of(ClusterSpec spec) {
        return RUNNING.computeIfAbsent(spec, KafkaCluster::start);
    }

    /** Ends them orderly, so that class archives for quick starts get written. */
    static synchronized void stopAll() {
        RUNNING.values().forEach(KafkaCluster::close);
        RUNNING.clear();
    }
}
