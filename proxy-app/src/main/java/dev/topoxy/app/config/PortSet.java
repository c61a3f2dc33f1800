package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import java.util.BitSet;
import java.util.Locale;
import java.util.Set;

/** The ports that one cluster takes on one host. */
record PortSet(String host, BitSet ports) {
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0", "*");
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");

    /** The bootstrap port and all ports of brokers. */
    static PortSet bound(ClusterConfig cluster) {
        BitSet ports = brokers(cluster);
        ports.set(cluster.listen().port());
        return new PortSet(cluster.listen().host(), ports);
    }

    /** One port. */
    static PortSet of(HostPort address) {
        BitSet port = new BitSet();
        port.set(address.port());
        return new PortSet(address.host(), port);
    }

    /** Ports of brokers; they can pass 65535 where the configuration is wrong. */
    static BitSet brokers(ClusterConfig cluster) {
        BitSet ports = new BitSet();
        BrokerPorts brokers = cluster.ports();
        if (brokers instanceof BrokerPorts.Range range) {
            ports.set(range.first(), range.last() + 1);
        } else if (brokers instanceof BrokerPorts.Explicit explicit) {
            explicit.ports().values().forEach(ports::set);
        } else if (brokers instanceof BrokerPorts.Automatic) {
            int first = cluster.listen().port() + 1;
            ports.set(first, first + BrokerPorts.AUTOMATIC_PORTS);
        }
        return ports;
    }

    static boolean isWildcard(String host) {
        return WILDCARDS.contains(host);
    }

    boolean overlaps(PortSet other) {
        return ports.intersects(other.ports) && sameHost(other);
    }

    /** As {@code 127.0.0.1 ports 19092-19153}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(host).append(" ports ");
        String separator = "";
        for (int first = ports.nextSetBit(0); first >= 0; ) {
            int end = ports.nextClearBit(first);
            text.append(separator).append(first);
            if (end - first > 1) {
                text.append('-').append(end - 1);
            }
            separator = ", ";
            first = ports.nextSetBit(end);
        }
        return text.toString();
    }

    private boolean sameHost(PortSet other) {
        return isWildcard(host) || isWildcard(other.host) || canonical(host).equals(canonical(other.host));
    }

    private static String canonical(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return LOOPBACK.contains(lower) ? "localhost" : lower;
    }
}
