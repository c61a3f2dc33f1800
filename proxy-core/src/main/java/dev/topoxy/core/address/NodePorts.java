package dev.topoxy.core.address;

import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * Which port stands for which node id, where each broker is reached at a port of its own. Immutable, and a pure function
 * of its settings: restarts and other proxies with the same settings agree.
 */
public sealed interface NodePorts permits AutomaticNodePorts, NodePortRange, ExplicitNodePorts {

    /**
     * The ports after the bootstrap port, on which any node ids are spread. Needs no knowledge of the cluster; two node
     * ids can fall on the same port where they differ by a multiple of {@value AutomaticNodePorts#COUNT}.
     *
     * @param bootstrapPort the port bound for bootstrapping, not 0: what the system picks is known too late
     * @throws IllegalArgumentException if the ports after it would pass 65535
     */
    static NodePorts automatic(int bootstrapPort) {
        return new AutomaticNodePorts(bootstrapPort);
    }

    /**
     * Consecutive ports for consecutive node ids.
     *
     * @param firstPort the port of {@code firstNodeId}
     * @param lastPort the last port, included
     * @throws IllegalArgumentException if that is no range of ports, or the node id is negative
     */
    static NodePorts range(int firstPort, int lastPort, int firstNodeId) {
        return new NodePortRange(firstPort, lastPort, firstNodeId);
    }

    /**
     * A port for each node id that is listed.
     *
     * @throws IllegalArgumentException if a port is out of bounds or listed twice, a node id is negative, or there is none
     */
    static NodePorts explicit(SortedMap<Integer, Integer> portByNodeId) {
        return new ExplicitNodePorts(portByNodeId);
    }

    /** All ports, which are to be bound from the start. */
    List<Integer> ports();

    /** The port that stands for a node; empty where none does. */
    OptionalInt portOf(int nodeId);

    /** Whether a port that cannot be bound may be done without: so where they are more than there are brokers. */
    boolean tolerant();

    /** What is wrong with the setting and what to do about it when a node has no port to itself. */
    String outsideHint(int nodeId);
}
