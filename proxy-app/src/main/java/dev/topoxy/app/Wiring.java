package dev.topoxy.app;

import dev.topoxy.app.admin.Admin;
import dev.topoxy.app.admin.AdminPort;
import dev.topoxy.app.admin.Health;
import dev.topoxy.app.config.BrokerPorts;
import dev.topoxy.app.config.ClusterConfig;
import dev.topoxy.app.config.ProxyConfig;
import dev.topoxy.app.groups.Catalogue;
import dev.topoxy.app.metrics.Metric;
import dev.topoxy.app.metrics.Metrics;
import dev.topoxy.app.metrics.RelayMetrics;
import dev.topoxy.app.metrics.TlsMetrics;
import dev.topoxy.app.metrics.TopologyMetrics;
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
import dev.topoxy.core.tls.ServerTls;
import dev.topoxy.core.tls.TlsFileException;
import dev.topoxy.core.tls.TlsReloader;
import dev.topoxy.core.upstream.UpstreamException;
import dev.topoxy.core.wire.Messages;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.plugin.PluginLoadException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts relay and filters together as configured, and takes them apart in the other order. */
final class Wiring {
    private static final Logger log = LoggerFactory.getLogger(Topoxy.class);

    private final List<TopologyDescriptionFilters> filters = new ArrayList<>();
    private final TlsReloader tlsReloader = new TlsReloader();
    private final List<Catalogue> catalogues = new ArrayList<>();
    private final Health health = new Health();
    private final Metrics metrics = new Metrics();
    private final boolean counting;

    private Wiring(boolean counting) {
        this.counting = counting;
    }

    static RunningProxy start(ProxyConfig config) throws StartFailedException {
        log.info("topoxy {} on Java {}", Version.current(), Runtime.version());
        Wiring wiring = new Wiring(config.admin().listen().isPresent());
        ProxyServer server;
        try {
            server = wiring.startServer(config);
        } catch (BindFailedException | TlsFileException | UpstreamException | PluginLoadException e) {
            wiring.close();
            throw new StartFailedException(e);
        }
        try {
            Optional<Admin> admin = wiring.startAdmin(config, server);
            Summary.of(config).forEach(log::info);
            config.warnings().forEach(log::warn);
            openJars();
            Messages.loadErrors();
            return new Running(server, config.drain(), wiring, admin);
        } catch (IOException e) {
            server.close();
            wiring.close();
            throw new StartFailedException(e);
        }
    }

    /**
     * What goes wrong needs classes that nothing has needed before. A jar stays open once it was searched, so that they
     * can be loaded when there is no file descriptor left.
     */
    private static void openJars() throws IOException {
        ClassLoader.getSystemResources("in/no.jar").asIterator().forEachRemaining(found -> {});
    }

    private Optional<Admin> startAdmin(ProxyConfig config, ProxyServer server) throws IOException {
        Optional<HostPort> listen = config.admin().listen();
        if (listen.isEmpty()) {
            return Optional.empty();
        }
        health.listening();
        metrics.add(health);
        metrics.add(out -> {
            out.add(Metric.BUILD, 1, Version.current(), Runtime.version().toString());
            out.add(Metric.DIRECT_MEMORY, server.directMemory().total());
            out.add(Metric.DIRECT_MEMORY_USED, server.directMemory().used());
            out.add(Metric.GATHER_BUDGET, server.gatherBudget().total());
            out.add(Metric.GATHER_USED, server.gatherBudget().used());
            out.add(Metric.DECODE_BUDGET, server.decodeBudget().total());
            out.add(Metric.DECODE_USED, server.decodeBudget().taken());
            out.add(Metric.DECODE_WAITING, server.decodeBudget().waiting());
        });
        metrics.add(new TlsMetrics(tlsReloader, InstantSource.system()));
        Optional<ServerTls> tls = Optional.empty();
        if (config.admin().tls().isPresent()) {
            tls = Optional.of(ServerTls.open("admin: tls", config.admin().tls().get(), tlsReloader));
        }
        AdminPort port = new AdminPort(listen.get(), tls, config.handshakeTimeout());
        return Optional.of(Admin.start(config.admin(), port, config.clusters(), catalogues, health, metrics));
    }

    private RelayListener relayListener(ClusterConfig cluster) {
        if (!counting) {
            return RelayListener.NONE;
        }
        RelayMetrics counted = new RelayMetrics(cluster.name());
        metrics.add(counted);
        return counted;
    }

    private ProxyServer startServer(ProxyConfig config)
            throws BindFailedException, TlsFileException, UpstreamException, PluginLoadException {
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
                            cluster.transport().upstreamLogin(),
                            cluster.transport().sendsProxyHeader()),
                    cluster.maxConnections(),
                    filters(cluster),
                    relayListener(cluster)));
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
        TopologyMetrics counted = new TopologyMetrics(cluster.name());
        metrics.add(counted);
        TopologyDescriptionFilters created = TopologyDescriptionFilters.create(
                cluster.name(),
                cluster.bootstrapServers().stream().map(HostPort::toString).collect(Collectors.joining(",")),
                cluster.topologyDescription().get(),
                cluster.openLineage(),
                counted,
                counted);
        filters.add(created);
        catalogues.add(new Catalogue(cluster.name(), created.groups(), created.history(), InstantSource.system()));
        created.history()
                .ifPresent(history -> health.require(
                        "store of " + cluster.name(),
                        () -> history.isLoaded()
                                ? Optional.empty()
                                : Optional.of("The store has not read all that was kept yet.")));
        return created;
    }

    private void close() {
        tlsReloader.close();
        filters.forEach(TopologyDescriptionFilters::close);
    }

    /** The relay stops first, since its filters use the plugins. */
    private record Running(ProxyServer server, DrainSettings drainSettings, Wiring wiring, Optional<Admin> admin)
            implements RunningProxy {
        @Override
        public void drain() throws InterruptedException {
            wiring.health.draining();
            server.drain(drainSettings);
        }

        @Override
        public void close() {
            server.close();
            wiring.close();
            admin.ifPresent(Admin::close);
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
