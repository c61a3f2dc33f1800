package dev.topoxy.core.address;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A port for each node id that is listed. */
record ExplicitNodePorts(SortedMap<Integer, Integer> portByNodeId) implements NodePorts {

    ExplicitNodePorts {
        portByNodeId = Collections.unmodifiableSortedMap(new TreeMap<>(portByNodeId));
        if (portByNodeId.isEmpty()) {
            throw new IllegalArgumentException("brokers.ports: lists no node id");
        }
        Set<Integer> taken = new HashSet<>();
        portByNodeId.forEach((nodeId, port) -> {
            NodePortRange.checkPort(port);
            if (nodeId < 0) {
                throw new IllegalArgumentException("brokers.ports: node id " + nodeId + " is negative");
            }
            if (!taken.add(port)) {
                throw new IllegalArgumentException("brokers.ports: port " + port + " is listed for two node ids");
            }
        });
    }

    @Override
    public List<Integer> ports() {
        return List.copyOf(portByNodeId.values());
    }

    @Override
    public OptionalInt portOf(int nodeId) {
        Integer port = portByNodeId.get(nodeId);
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }

    @Override
    public boolean tolerant() {
        return false;
    }

    @Override
    public String outsideHint(int nodeId) {
        return "brokers.ports: " + this + " lists no port for node id " + nodeId + ", which exists: add one";
    }

    @Override
    public String toString() {
        return portByNodeId.toString();
    }
}
