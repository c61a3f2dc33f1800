package dev.topoxy.it;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.SharedBrokers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;

/** A cluster with gaps between its node ids. Tests may kill its brokers, and leave all three running. */
final class ThreeBrokers {

    static final int[] IDS = {1, 5, 4711};

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private ThreeBrokers() {}

    static KafkaCluster cluster() {
        return SharedBrokers.of(ClusterSpec.of(KafkaArtifacts.V4_3)
                .withNodes(IDS)
                .withLinks()
                .withProperty("broker.session.timeout.ms", "4000")
                .withProperty("broker.heartbeat.interval.ms", "1000"));
    }

    /** Makes the first of {@code replicas} the leader and waits until the admin's cluster says so. */
    static void moveLeader(Admin admin, TopicPartition partition, List<Integer> replicas) throws Exception {
        admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
                .all()
                .get(30, TimeUnit.SECONDS);
        Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> {
            if (leader(admin, partition) == replicas.get(0)) {
                return true;
            }
            electPreferred(admin, partition);
            return false;
        });
    }

    static void electPreferred(Admin admin, TopicPartition partition) throws Exception {
        admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).all().get(30, TimeUnit.SECONDS);
    }

    static void awaitInSync(Admin admin, TopicPartition partition) {
        Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> isInSync(admin, partition, IDS.length));
    }

    /** Starts whatever does not run. */
    static void restoreAll() {
        KafkaCluster cluster = cluster();
        cluster.brokers().stream().filter(broker -> !broker.isAlive()).forEach(KafkaBroker::start);
        cluster.awaitReady();
    }

    static int leader(Admin admin, TopicPartition partition) throws Exception {
        return Optional.ofNullable(describe(admin, partition).leader())
                .map(Node::id)
                .orElse(-1);
    }

    private static boolean isInSync(Admin admin, TopicPartition partition, int replicas) throws Exception {
        return describe(admin, partition).isr().size() == replicas;
    }

    private static TopicPartitionInfo describe(Admin admin, TopicPartition partition) throws Exception {
        return Objects.requireNonNull(admin.describeTopics(List.of(partition.topic()))
                        .allTopicNames()
                        .get(30, TimeUnit.SECONDS)
                        .get(partition.topic()))
                .partitions()
                .get(partition.partition());
    }
}
