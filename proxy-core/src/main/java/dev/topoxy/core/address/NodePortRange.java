package dev.topoxy.core.address;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Consecutive ports for consecutive node ids. */
record NodePortRange(int firstPort, int lastPort, int firstNodeId) implements NodePorts {

    NodePortRange {
        checkPort(firstPort);
        checkPort(lastPort);
        if (lastPort < firstPort) {
            throw new IllegalArgumentException(
                    "brokers.ports: " + firstPort + "-" + lastPort + " is no range: the last port is below the first");
        }
        if (firstNodeId < 0) {
            throw new IllegalArgumentException("brokers.ports: the first node id " + firstNodeId + " is negative");
        }
    }

    @Override
    public List<Integer> ports() {
        return IntStream.rangeClosed(firstPort, lastPort).boxed().toList();
    }

    @Override
    public OptionalInt portOf(int nodeId) {
        long port = (long) firstPort + nodeId - firstNodeId;
        return nodeId >= firstNodeId && port <= lastPort ? OptionalInt.of((int) port) : OptionalInt.empty();
    }

    @Override
    public boolean tolerant() {
        return false;
    }

    @Override
    public String outsideHint(int nodeId) {
        int count = lastPort - firstPort + 1;
        String remedy = nodeId < firstNodeId ? "lower the first node id, which is " + firstNodeId : "widen the range";
        return "brokers.ports: " + this + " holds " + count + (count == 1 ? " broker" : " brokers") + ", but node id "
                + nodeId + " exists: " + remedy;
    }

    @Override
    public String toString() {
        return firstPort + "-" + lastPort;
    }

    /** Checks one port of the setting. */
    static void checkPort(int port) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("brokers.ports: port " + port + " is not within 1-65535");
        }
    }
}
