package dev.topoxy.app;

import dev.topoxy.app.config.BrokerPorts;
import dev.topoxy.app.config.ClusterConfig;
import dev.topoxy.app.config.ProxyConfig;
import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodePorts;
import dev.topoxy.core.drain.DrainSettings;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.server.BindFailedException;
import dev.topoxy.core.server.ClusterSettings;
import dev.topoxy.core.server.ListenSettings;
import dev.topoxy.core.server.ProxyServer;
import dev.topoxy.core.server.RelaySettings;
import dev.topoxy.core.server.UpstreamSettings;
import dev.topoxy.core.tls.TlsFileException;
import dev.topoxy.core.tls.TlsReloader;
import dev.topoxy.core.wire.Messages;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.plugin.PluginListener;
import dev.topoxy.filters.plugin.PluginLoadException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts relay and filters together as configured, and takes them apart in the other order. */
final class Wiring {
    private static final Logger log = LoggerFactory.getLogger(Topoxy.class);

    private final List<TopologyDescriptionFilters> filters = new ArrayList<>();
    private final TlsReloader tlsReloader = new TlsReloader();

    private Wiring() {}

    static RunningProxy start(ProxyConfig config) throws StartFailedException {
        Messages.loadAhead();
        log.info("topoxy {} on Java {}", Version.current(), Runtime.version());
        Wiring wiring = new Wiring();
        try {
            ProxyServer server = wiring.startServer(config);
            Summary.of(config).forEach(log::info);
            return new Running(server, config.drain(), wiring);
        } catch (BindFailedException | TlsFileException | PluginLoadException e) {
            wiring.close();
            throw new StartFailedException(e);
        }
    }

    private ProxyServer startServer(ProxyConfig config)
            throws BindFailedException, TlsFileException, PluginLoadException {
        List<ClusterSettings> clusters = new ArrayList<>();
        for (ClusterConfig cluster : config.clusters()) {
            clusters.add(new ClusterSettings(
                    cluster.name(),
                    new ListenSettings(
                            cluster.listen(),
                            cluster.advertised(),
                            access(cluster),
                            cluster.transport().tls(),
                            cluster.transport().proxyHeaders()),
                    new UpstreamSettings(
                            cluster.bootstrapServers(),
                            cluster.transport().upstreamTls(),
                            cluster.transport().sendsProxyHeader()),
                    cluster.maxConnections(),
                    filters(cluster),
                    RelayListener.NONE));
        }
        return ProxyServer.start(
                new RelaySettings(
                        config.maxRequestBytes(),
                        config.connectTimeout(),
                        config.handshakeTimeout(),
                        config.eventLoopThreads(),
                        config.tcp(),
                        config.limits()),
                clusters,
                tlsReloader);
    }

    private FilterFactory filters(ClusterConfig cluster) throws PluginLoadException {
        if (cluster.topologyDescription().isEmpty()) {
            return FilterFactory.NONE;
        }
        TopologyDescriptionFilters created = TopologyDescriptionFilters.create(
                cluster.name(),
                cluster.bootstrapServers().stream().map(HostPort::toString).collect(Collectors.joining(",")),
                cluster.topologyDescription().get(),
                cluster.openLineage(),
                PluginListener.NONE,
                TopologyListener.NONE);
        filters.add(created);
        return created;
    }

    private void close() {
        tlsReloader.close();
        filters.forEach(TopologyDescriptionFilters::close);
    }

    /** The relay stops first, since its filters use the plugins. */
    private record Running(ProxyServer server, DrainSettings drainSettings, Wiring wiring) implements RunningProxy {
        @Override
        public void drain() throws InterruptedException {
            server.drain(drainSettings);
        }

        @Override
        public void close() {
            server.close();
            wiring.close();
            log.info("stopped");
        }
    }

    private static BrokerAccess access(ClusterConfig cluster) {
        if (cluster.ports() instanceof BrokerPorts.ByName byName) {
            return new BrokerAccess.ByName(byName.names(), cluster.advertised().port());
        }
        return new BrokerAccess.AtPorts(
                nodePorts(cluster), cluster.advertised().host(), cluster.advertisedPortOffset());
    }

    private static NodePorts nodePorts(ClusterConfig cluster) {
        BrokerPorts ports = cluster.ports();
        if (ports instanceof BrokerPorts.Range range) {
            return NodePorts.range(range.first(), range.last(), range.firstNodeId());
        }
        if (ports instanceof BrokerPorts.Explicit explicit) {
            return NodePorts.explicit(explicit.ports());
        }
        return NodePorts.automatic(cluster.listen().port());
    }
}
