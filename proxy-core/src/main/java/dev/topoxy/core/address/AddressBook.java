package dev.topoxy.core.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one cluster's brokers: their addresses, as answers tell them, and how
 * clients reach them. Thread-safe; addresses that are known already cost one look into a map and no lock.
 */
public final class AddressBook implements AddressMap {

    private static final Logger log = LoggerFactory.getLogger(AddressBook.class);

    private final String clusterName;
    private final List<HostPort> bootstrapServers;
    private final BrokerAccess access;

    private final Map<Integer, Node> nodes = new ConcurrentHashMap<>();
    private final List<Consumer<NodeMoved>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    /** Which node has which port; written under the lock of this map. */
    private final Map<Integer, Integer> nodeByPort = new ConcurrentHashMap<>();

    private final Set<Integer> unboundPorts = ConcurrentHashMap.newKeySet();

    private volatile @Nullable String clusterId;
    private boolean clusterIdChangeReported;

    /** A node's own address, and what clients are given for it; empty where no port stands for the node. */
    private record Node(HostPort broker, Optional<HostPort> client) {}

    /**
     * @param clusterName the cluster's name in the configuration, for log lines
     * @param bootstrapServers where to connect while a node's address is not known; at least one
     * @param access how clients reach the brokers
     * @throws IllegalArgumentException if there is no bootstrap server
     */
    public AddressBook(String clusterName, List<HostPort> bootstrapServers, BrokerAccess access) {
        if (bootstrapServers.isEmpty()) {
            throw new IllegalArgumentException("cluster " + clusterName + " has no bootstrap server");
        }
        this.clusterName = clusterName;
        this.bootstrapServers = List.copyOf(bootstrapServers);
        this.access = access;
    }

    @Override
    public Optional<HostPort> clientAddress(int nodeId, HostPort broker) {
        Node known = nodes.get(nodeId);
        if (known != null && known.broker.sameAs(broker)) {
            return known.client;
        }
        return learn(nodeId, broker).client;
    }

    private Node learn(int nodeId, HostPort broker) {
        Node before;
        Node now;
        synchronized (nodeByPort) {
            before = nodes.get(nodeId);
            Optional<HostPort> client = before == null ? assign(nodeId) : before.client;
            now = new Node(broker, client);
            nodes.put(nodeId, now);
        }
        if (now.client.isPresent() && (before == null || !before.broker.sameAs(broker))) {
            announce(new NodeMoved(nodeId, Optional.ofNullable(before).map(Node::broker), broker), now.client.get());
        }
        return now;
    }

    /** A port could not be bound: whoever listens there is no way to a broker. */
    public void portNotBound(int port) {
        unboundPorts.add(port);
    }

    /** Called once for each node id, so that what is wrong with one is said once. */
    private Optional<HostPort> assign(int nodeId) {
        if (access instanceof BrokerAccess.AtPorts atPorts && !takesPort(nodeId, atPorts.nodePorts())) {
            return Optional.empty();
        }
        return access.clientAddress(nodeId);
    }

    private boolean takesPort(int nodeId, NodePorts ports) {
        OptionalInt port = ports.portOf(nodeId);
        if (port.isEmpty()) {
            log.warn("Cluster {}: clients are not told of node {}: {}", clusterName, nodeId, ports.outsideHint(nodeId));
            return false;
        }
        if (unboundPorts.contains(port.getAsInt())) {
            log.warn(
                    "Cluster {}: clients are not told of node {}, since its port {} is in use by another program: {}",
                    clusterName,
                    nodeId,
                    port.getAsInt(),
                    ports.outsideHint(nodeId));
            return false;
        }
        Integer holder = nodeByPort.putIfAbsent(port.getAsInt(), nodeId);
        if (holder != null && holder != nodeId) {
            log.warn(
                    "Cluster {}: clients are not told of node {}, since its port {} stands for node {} already: {}",
                    clusterName,
                    nodeId,
                    port.getAsInt(),
                    holder,
                    ports.outsideHint(nodeId));
            return false;
        }
        return true;
    }

    private void announce(NodeMoved moved, HostPort client) {
        log.info(
                "Cluster {}: node {}, for clients at {}, is {}{}",
                clusterName,
                moved.nodeId(),
                client,
                moved.now(),
                moved.before().map(before -> ", was " + before).orElse(""));
        for (Consumer<NodeMoved> listener : listeners) {
            listener.accept(moved);
        }
    }

    @Override
    public void clusterId(String id) {
        String known = clusterId;
        if (id.equals(known)) {
            return;
        }
        synchronized (nodeByPort) {
            known = clusterId;
            clusterId = id;
            if (known == null || known.equals(id) || clusterIdChangeReported) {
                return;
            }
            clusterIdChangeReported = true;
        }
        log.warn(
                "Cluster {}: its id was {} and is now {}: bootstrap servers {} lead to more than one cluster,"
                        + " or to another one than before",
                clusterName,
                known,
                id,
                bootstrapServers);
    }

    /** The cluster's id as answers told it last. */
    public Optional<String> knownClusterId() {
        return Optional.ofNullable(clusterId);
    }

    /** The node that an entrance leads to; empty for the bootstrap entrance, and for a port while none is known. */
    public Optional<Integer> nodeAt(Entrance entrance) {
        OptionalInt named = entrance.node();
        return named.isPresent() ? Optional.of(named.getAsInt()) : Optional.ofNullable(nodeByPort.get(entrance.port()));
    }

    /** A node's own address, also that of a node which clients cannot reach. */
    public Optional<HostPort> brokerOf(int nodeId) {
        return Optional.ofNullable(nodes.get(nodeId)).map(Node::broker);
    }

    /**
     * Where to connect for a client that came in at an entrance, in the order of trying: the node's own address if it is
     * known, and no other; else all bootstrap servers, beginning with another one each time.
     */
    public List<HostPort> candidates(Entrance entrance) {
        Optional<HostPort> own = nodeAt(entrance).flatMap(this::brokerOf);
        if (own.isPresent()) {
            return List.of(own.get());
        }
        List<HostPort> servers = new ArrayList<>(bootstrapServers);
        Collections.rotate(servers, -Math.floorMod(turn.getAndIncrement(), servers.size()));
        return servers;
    }

    /**
     * Has {@code listener} called whenever the address of a node that clients can reach becomes known or changes: their
     * connections may lead elsewhere. Called on the thread that met the address, possibly an event loop of any
     * connection; it must neither block nor throw.
     */
    public void onMoved(Consumer<NodeMoved> listener) {
        listeners.add(listener);
    }
}
