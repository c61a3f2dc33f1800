package dev.topoxy.flow;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.Coordinators;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.SharedBrokers;
import java.util.HashSet;
import java.util.Set;

/** A 4.3 broker that asks for a heartbeat each second and gives up on a member after three. */
final class Brisk {

    static final String INPUT = "input";
    static final String OTHER_INPUT = "other-input";

    private static final ClusterSpec SPEC = ClusterSpec.of(KafkaArtifacts.V4_3)
            .withProperty("group.streams.min.session.timeout.ms", "1000")
            .withProperty("group.streams.session.timeout.ms", "3000")
            .withProperty("group.streams.min.heartbeat.interval.ms", "500")
            .withProperty("group.streams.heartbeat.interval.ms", "1000");

    private static final Set<KafkaCluster> PREPARED = new HashSet<>();

    private Brisk() {}

    static KafkaCluster cluster() {
        return prepared(SharedBrokers.of(SPEC));
    }

    /** With coordinators and input topics. */
    static synchronized KafkaCluster prepared(KafkaCluster cluster) {
        if (PREPARED.add(cluster)) {
            Coordinators.awaitReady(cluster);
            cluster.createTopics(2, INPUT, OTHER_INPUT);
        }
        return cluster;
    }
}
