package dev.topoxy.core.address;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How clients reach single brokers through the proxy. */
public sealed interface BrokerAccess {

    /**
     * At a port for each.
     *
     * @param host under which clients reach the proxy
     * @param offset what is added to a bound port to get the port that clients use
     */
    record AtPorts(NodePorts nodePorts, String host, int offset) implements BrokerAccess {
        /** Refuses advertised ports that are out of bounds. */
        public AtPorts {
            host = new HostPort(host, 0).host();
            for (int port : nodePorts.ports()) {
                long advertised = (long) port + offset;
                if (advertised < 1 || advertised > 65535) {
                    throw new IllegalArgumentException(
                            "port " + port + " would be advertised as " + advertised + ", which is not within 1-65535");
                }
            }
        }

        @Override
        public List<Integer> ports() {
            return nodePorts.ports();
        }

        @Override
        public Optional<HostPort> clientAddress(int nodeId) {
            OptionalInt port = nodePorts.portOf(nodeId);
            return port.isPresent() ? Optional.of(new HostPort(host, port.getAsInt() + offset)) : Optional.empty();
        }
    }

    /**
     * At the bootstrap port by a host name for each, which clients tell by SNI.
     *
     * @param port that clients use
     */
    record ByName(NodeNames names, int port) implements BrokerAccess {
        @Override
        public List<Integer> ports() {
            return List.of();
        }

        @Override
        public Optional<HostPort> clientAddress(int nodeId) {
            return Optional.of(new HostPort(names.hostOf(nodeId), port));
        }
    }

    /** The ports to be bound besides the bootstrap port. */
    List<Integer> ports();

    /** What clients are given for a node; empty where nothing stands for it. */
    Optional<HostPort> clientAddress(int nodeId);
}
