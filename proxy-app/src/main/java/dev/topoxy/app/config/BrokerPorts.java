package dev.topoxy.app.config;

import dev.topoxy.core.address.NodeNames;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** At which ports of the proxy the brokers of a cluster are reached. */
public sealed interface BrokerPorts {

    /** How many ports stand for brokers where nothing is configured: a prime, so that usual node ids do not meet. */
    int AUTOMATIC_PORTS = 61;

    /** The {@value #AUTOMATIC_PORTS} ports after the bootstrap port; a node's is found by its id modulo their number. */
    record Automatic() implements BrokerPorts {}

    /** Node {@code firstNodeId} is at {@code first}, the next at the next port, up to {@code last} inclusive. */
    record Range(int first, int last, int firstNodeId) implements BrokerPorts {}

    /** All at the bootstrap port, told apart by the host names that clients ask for by SNI. */
    record ByName(NodeNames names) implements BrokerPorts {}

    /** Node ids to ports. */
    record Explicit(SortedMap<Integer, Integer> ports) implements BrokerPorts {
        public Explicit {
            ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        }
    }
}
