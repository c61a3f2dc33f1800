package dev.topoxy.core.server;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodePorts;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.FilterFactory;
import java.util.List;

/**
 * One cluster and the listeners in front of it.
 *
 * @param name as the configuration names it
 * @param bootstrapServers the cluster's own
 * @param listen where the bootstrap listener is bound; the brokers' ports are bound on the same host
 * @param advertisedHost what clients are told to connect to
 * @param advertisedPortOffset what is added to a bound port before clients are told of it
 * @param ports the brokers' ports
 * @param filters makes the filters of each connection
 * @param listener is told what happens on its connections
 */
public record ClusterSettings(
        String name,
        List<HostPort> bootstrapServers,
        HostPort listen,
        String advertisedHost,
        int advertisedPortOffset,
        NodePorts ports,
        FilterFactory filters,
        RelayListener listener) {

    public ClusterSettings {
        bootstrapServers = List.copyOf(bootstrapServers);
    }
}
