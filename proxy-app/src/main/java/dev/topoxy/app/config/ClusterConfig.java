package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.lineage.OpenLineageSettings;
import java.util.List;
import java.util.Optional;

/**
 * One cluster behind the proxy.
 *
 * @param bootstrapServers brokers to ask first, at least one
 * @param listen the bootstrap listener; brokers' ports are bound on its host too
 * @param advertised what clients reach {@code listen} by; brokers' ports are shifted as its port is
 * @param transport what is beneath the Kafka protocol
 * @param maxConnections open client connections; 0 for any number
 * @param topologyDescription empty where the proxy is to change nothing but addresses
 * @param openLineage where descriptions are also sent; empty for nowhere
 */
public record ClusterConfig(
        String name,
        List<HostPort> bootstrapServers,
        HostPort listen,
        HostPort advertised,
        BrokerPorts ports,
        TransportConfig transport,
        int maxConnections,
        Optional<TopologyDescriptionSettings> topologyDescription,
        Optional<OpenLineageSettings> openLineage) {
    public ClusterConfig {
        bootstrapServers = List.copyOf(bootstrapServers);
    }

    /** What to add to a port that is bound to get the one that clients are told. */
    public int advertisedPortOffset() {
        return advertised.port() - listen.port();
    }
}
