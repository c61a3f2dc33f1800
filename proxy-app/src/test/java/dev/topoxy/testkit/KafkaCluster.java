package dev.topoxy.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Brokers of one version on loopback ports with their data in a temporary directory, which goes when it is closed. */
public final class KafkaCluster implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    private final ClusterSpec spec;
    private final Path directory;
    private final List<KafkaBroker> brokers = new ArrayList<>();

    private KafkaCluster(ClusterSpec spec) {
        this.spec = spec;
        this.directory = Cleanup.temporaryDirectory("topoxy-kafka-");
        String clusterId = Uuid.randomUuid().toString();
        for (int nodeId : spec.nodeIds()) {
            Path home = directory.resolve("node-" + nodeId);
            brokers.add(new KafkaBroker(spec, nodeId, ports(nodeId), home, clusterId));
        }
        String voters = brokers.stream()
                .map(broker -> broker.nodeId() + "@" + broker.address(KafkaBroker.CONTROLLER))
                .collect(Collectors.joining(","));
        brokers.forEach(broker -> broker.writeProperties(voters));
    }

    private Map<String, Integer> ports(int nodeId) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put(KafkaBroker.CLIENT, FreePorts.one());
        ports.put(KafkaBroker.INTERNAL, FreePorts.one());
        ports.put(KafkaBroker.CONTROLLER, FreePorts.one());
        if (spec.linked()) {
            ports.put(KafkaBroker.LINKED, FreePorts.one());
            ports.put(KafkaBroker.LINK, FreePorts.one());
        }
        if (nodeId == spec.nodeIds().get(0)) {
            spec.advertisedListeners().keySet().forEach(name -> ports.put(name, FreePorts.one()));
        }
        return ports;
    }

    /** A single broker of that version, ready. */
    public static KafkaCluster start(String version) {
        return start(ClusterSpec.of(version));
    }

    /** Returns when every broker is up and known to the others. */
    public static KafkaCluster start(ClusterSpec spec) {
        KafkaCluster cluster = new KafkaCluster(spec);
        try {
            cluster.brokers.forEach(KafkaBroker::start);
            cluster.awaitReady();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Waits until all brokers that run answer as one cluster. */
    public void awaitReady() {
        Set<Integer> expected = brokers.stream()
                .filter(KafkaBroker::isAlive)
                .map(KafkaBroker::nodeId)
                .collect(Collectors.toCollection(TreeSet::new));
        try (Admin admin = admin()) {
            Awaitility.await()
                    .atMost(START_TIMEOUT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        failIfOneDied(expected);
                        return nodes(admin).equals(expected);
                    });
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("not ready after " + START_TIMEOUT + "\n" + logTails(), e);
        }
    }

    private void failIfOneDied(Set<Integer> expected) {
        for (KafkaBroker broker : brokers) {
            if (expected.contains(broker.nodeId()) && !broker.isAlive()) {
                throw new IllegalStateException("broker " + broker.nodeId() + " died\n" + broker.logTail());
            }
        }
    }

    private static Set<Integer> nodes(Admin admin) throws InterruptedException {
        try {
            Collection<Node> nodes = admin.describeCluster().nodes().get(5, TimeUnit.SECONDS);
            return nodes.stream().map(Node::id).collect(Collectors.toCollection(TreeSet::new));
        } catch (ExecutionException | TimeoutException e) {
            return Set.of();
        }
    }

    /** Starts a stopped or killed broker again and waits until it belongs. */
    public void restart(KafkaBroker broker) {
        if (broker.isAlive()) {
            broker.stop();
        }
        broker.start();
        awaitReady();
    }

    /** An all powerful client that needs no login; it connects to brokers directly. */
    public Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrap(KafkaBroker.INTERNAL)));
    }

    /** Creates topics with the cluster's replication factor and waits until clients can use them. */
    public void createTopics(int partitions, String... names) {
        short replicas = (short) spec.replicationFactor();
        try (Admin admin = admin()) {
            NewTopics.create(
                    admin,
                    List.of(names).stream()
                            .map(name -> new NewTopic(name, partitions, replicas))
                            .toList());
        }
    }

    /** What a client of the tests sets as {@code bootstrap.servers}. */
    public String bootstrap() {
        return bootstrap(KafkaBroker.CLIENT);
    }

    public String bootstrap(String listener) {
        return brokers.stream().map(broker -> broker.address(listener)).collect(Collectors.joining(","));
    }

    /** In the order of the spec's node ids. */
    public List<KafkaBroker> brokers() {
        return List.copyOf(brokers);
    }

    public KafkaBroker broker(int nodeId) {
        return brokers.stream()
                .filter(broker -> broker.nodeId() == nodeId)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no node " + nodeId));
    }

    /** The only broker, or the first. */
    public KafkaBroker broker() {
        return brokers.get(0);
    }

    public ClusterSpec spec() {
        return spec;
    }

    private String logTails() {
        return brokers.stream().map(KafkaBroker::logTail).collect(Collectors.joining("\n"));
    }

    /** Kills several brokers at once, since one alone may wait for its quorum; a single one ends orderly. */
    @Override
    public void close() {
        if (brokers.size() == 1) {
            broker().stop();
        } else {
            brokers.forEach(KafkaBroker::kill9);
        }
        Cleanup.delete(directory);
    }
}
