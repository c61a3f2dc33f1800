package dev.topoxy.core.address;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Any node id on one of the ports after the bootstrap port. */
record AutomaticNodePorts(int bootstrapPort) implements NodePorts {

    /** A prime, so that ids with regular gaps (every tenth, every hundredth) spread over all ports. */
    static final int COUNT = 61;

    AutomaticNodePorts {
        NodePortRange.checkPort(bootstrapPort);
        if (bootstrapPort + COUNT > 65535) {
            throw new IllegalArgumentException("brokers.ports: the " + COUNT + " ports after bootstrap port "
                    + bootstrapPort + " would pass 65535: choose a bootstrap port up to " + (65535 - COUNT)
                    + ", or set brokers.ports to a range");
        }
    }

    @Override
    public List<Integer> ports() {
        return IntStream.rangeClosed(bootstrapPort + 1, bootstrapPort + COUNT)
                .boxed()
                .toList();
    }

    @Override
    public OptionalInt portOf(int nodeId) {
        return nodeId < 0 ? OptionalInt.empty() : OptionalInt.of(bootstrapPort + 1 + nodeId % COUNT);
    }

    @Override
    public boolean tolerant() {
        return true;
    }

    @Override
    public String outsideHint(int nodeId) {
        return "brokers.ports: " + this + " has no port to itself for node id " + nodeId
                + ": set brokers.ports to a port for each node id";
    }

    @Override
    public String toString() {
        return (bootstrapPort + 1) + "-" + (bootstrapPort + COUNT) + " (automatic)";
    }
}
