package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodeNames;
import dev.topoxy.core.drain.DrainSettings;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.server.TcpTimeouts;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.lineage.OpenLineageSettings;
import dev.topoxy.filters.plugin.PluginLoadException;
import dev.topoxy.filters.plugin.PluginServices;
import dev.topoxy.filters.store.ShippedStores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the configuration from what was written. */
final class ConfigBinder {
    private static final String NO_PLUGIN = "none";

    private final Path home;
    private final boolean tryOut;
    private final Faults faults;
    private final TransportReader transport;
    private final AdminBinder admin;

    /**
     * @param environment where defaults may come from
     * @param tryOut whether what is named is also looked into: files of keys, the plugin's class
     */
    ConfigBinder(Path home, Map<String, String> environment, boolean tryOut, Faults faults) {
        this.home = home;
        this.tryOut = tryOut;
        this.transport = new TransportReader(home, tryOut, faults);
        this.admin = new AdminBinder(
                transport,
                faults,
                Optional.ofNullable(environment.get(AdminBinder.LISTEN_VARIABLE))
                        .filter(text -> !text.isBlank()));
        this.faults = faults;
    }

    /**
     * Binds the root of what was written.
     *
     * @throws InvalidConfigException with all faults, also those found before
     */
    ProxyConfig bind(Node node) throws InvalidConfigException {
        SectionReader root = SectionReader.of(Schema.ROOT, node, "", faults);
        List<ClusterReader> clusters = clusters(root);
        int maxRequestBytes = root.getOrDefault(Schema.MAX_REQUEST_BYTES);
        var connectTimeout = root.getOrDefault(Schema.CONNECT_TIMEOUT);
        Duration handshakeTimeout = root.getOrDefault(Schema.HANDSHAKE_TIMEOUT);
        int threads = root.getOrDefault(Schema.EVENT_LOOP_THREADS);
        DrainSettings drain = new DrainSettings(
                root.getOrDefault(Schema.SHUTDOWN_DELAY), root.getOrDefault(Schema.SHUTDOWN_DEADLINE));
        Limits limits = limits(root.section(Schema.LIMITS, Schema.CLIENT_LIMITS));
        TcpTimeouts tcp = tcp(root.section(Schema.TCP, Schema.TCP_TIMEOUTS));
        AdminConfig adminConfig = admin.bind(root.section(Schema.ADMIN, AdminSchema.SERVER));
        Contradictions.between(clusters, adminConfig, faults);
        faults.throwIfAny();
        return new ProxyConfig(
                clusters.stream().map(ClusterReader::config).toList(),
                maxRequestBytes,
                connectTimeout,
                handshakeTimeout,
                threads,
                drain,
                limits,
                tcp,
                adminConfig,
                faults.warnings());
    }

    private static Limits limits(SectionReader reader) {
        return new Limits(
                reader.getOrDefault(Schema.MAX_CONNECTIONS),
                reader.getOrDefault(Schema.MAX_CONNECTIONS_PER_IP),
                reader.getOrDefault(Schema.QUEUED_MAX_REQUEST_BYTES),
                reader.getOrDefault(Schema.MAX_IN_FLIGHT_REQUESTS),
                reader.getOrDefault(Schema.REQUEST_STALL_TIMEOUT),
                reader.getOrDefault(Schema.MAX_IDLE));
    }

    private static TcpTimeouts tcp(SectionReader reader) {
        return new TcpTimeouts(
                reader.getOrDefault(Schema.KEEPALIVE_IDLE),
                reader.getOrDefault(Schema.KEEPALIVE_INTERVAL),
                reader.getOrDefault(Schema.KEEPALIVE_COUNT),
                reader.getOrDefault(Schema.CLIENT_USER_TIMEOUT),
                reader.getOrDefault(Schema.BROKER_USER_TIMEOUT));
    }

    /** A cluster with the places of its settings, for checks that look at several of them. */
    record ClusterReader(ClusterConfig config, SectionReader reader, SectionReader brokers) {}

    private List<ClusterReader> clusters(SectionReader root) {
        Optional<Node> written = root.subsection(Schema.CLUSTERS);
        if (!(written.orElse(null) instanceof Node.Sequence sequence)
                || sequence.items().isEmpty()) {
            if (written.isPresent()) {
                faults.add(
                        written.get().origin(),
                        Schema.CLUSTERS,
                        "is not a list of clusters: begin each cluster with a dash, like '- bootstrap.servers:"
                                + " broker1:9092'");
            } else if (root.origin() instanceof Origin.Position) {
                faults.add(root.origin(), Schema.CLUSTERS, "is missing: list at least one cluster");
            }
            return List.of();
        }
        List<ClusterReader> clusters = new ArrayList<>();
        for (Node item : sequence.items()) {
            String path = Schema.CLUSTERS + "[" + clusters.size() + "]";
            SectionReader reader = SectionReader.of(Schema.CLUSTER, item, path, faults);
            clusters.add(cluster(reader, sequence.items().size() > 1));
        }
        return clusters;
    }

    private ClusterReader cluster(SectionReader reader, boolean oneOfSeveral) {
        if (oneOfSeveral && !reader.has(Schema.NAME)) {
            faults.add(reader.origin(), reader.path(), "name is missing: each of several clusters needs one");
        }
        List<HostPort> servers = reader.get(Schema.BOOTSTRAP_SERVERS).orElse(List.of());
        HostPort listen = reader.getOrDefault(Schema.LISTEN);
        if (PortSet.isWildcard(listen.host()) && !reader.has(Schema.ADVERTISED)) {
            faults.add(
                    reader.origin(Schema.LISTEN),
                    reader.path(Schema.LISTEN),
                    "'" + listen + "' is a wildcard, which clients cannot connect to: set advertised to the host:port"
                            + " that clients reach this listener by");
        }
        reader.get(Schema.ADVERTISED)
                .filter(advertised -> PortSet.isWildcard(advertised.host()))
                .ifPresent(advertised -> faults.add(
                        reader.origin(Schema.ADVERTISED),
                        reader.path(Schema.ADVERTISED),
                        "'" + advertised + "' is a wildcard, which clients cannot connect to: write the host:port that"
                                + " they reach this listener by"));
        SectionReader brokers = reader.section(Schema.BROKERS, Schema.BROKER_PORTS);
        SectionReader topology = reader.section(TopologySchema.TOPOLOGY, TopologySchema.TOPOLOGY_DESCRIPTION);
        HostPort advertised = reader.get(Schema.ADVERTISED).orElse(listen);
        BrokerPorts ports = ports(brokers);
        String name = reader.getOrDefault(Schema.NAME);
        ClusterConfig config = new ClusterConfig(
                name,
                servers,
                listen,
                advertised,
                ports,
                transport.read(reader, hosts(advertised, ports)),
                reader.getOrDefault(Schema.CLUSTER_MAX_CONNECTIONS),
                topologyDescription(topology, name, servers),
                openLineage(topology, servers));
        if (config.transport().upstreamTls().isPresent()) {
            warnOfPlainStore(topology);
        }
        return new ClusterReader(config, reader, brokers);
    }

    /** The store's own clients are not told of {@code upstream}, which is easily taken for granted. */
    private void warnOfPlainStore(SectionReader topology) {
        Set<String> set =
                topology.get(TopologySchema.PLUGIN_CONFIG).orElse(Map.of()).keySet();
        if (topology.getOrDefault(TopologySchema.PLUGIN).equals(ShippedStores.KAFKA)
                && set.stream()
                        .noneMatch(key -> key.endsWith("security.protocol") || key.equals("bootstrap.servers"))) {
            faults.warn(
                    topology.origin(TopologySchema.PLUGIN),
                    topology.path(TopologySchema.PLUGIN),
                    "the store's own clients speak plainly to brokers that upstream.tls is for: set"
                            + " client.security.protocol to SSL or SASL_SSL in plugin.config, and their login");
        }
    }

    /** What clients connect to; of many brokers' names, one. */
    private static List<String> hosts(HostPort advertised, BrokerPorts ports) {
        return ports instanceof BrokerPorts.ByName byName
                ? List.of(advertised.host(), byName.names().hostOf(0))
                : List.of(advertised.host());
    }

    private BrokerPorts ports(SectionReader brokers) {
        Optional<NodeNames> names = brokers.get(Schema.HOSTS);
        if (names.isPresent() && (brokers.has(Schema.PORTS) || brokers.has(Schema.FIRST_NODE_ID))) {
            faults.add(
                    brokers.origin(Schema.HOSTS),
                    brokers.path(Schema.HOSTS),
                    "stands beside ports or node.id.first: keep hosts, for one port, or those, for a port per broker");
        }
        if (names.isPresent()) {
            return new BrokerPorts.ByName(names.get());
        }
        Optional<BrokerPorts> ports = brokers.get(Schema.PORTS);
        int firstNodeId = brokers.getOrDefault(Schema.FIRST_NODE_ID);
        if (ports.isPresent() && ports.get() instanceof BrokerPorts.Range range) {
            return new BrokerPorts.Range(range.first(), range.last(), firstNodeId);
        }
        if (brokers.has(Schema.FIRST_NODE_ID) && (ports.isPresent() || !brokers.has(Schema.PORTS))) {
            faults.add(
                    brokers.origin(Schema.FIRST_NODE_ID),
                    brokers.path(Schema.FIRST_NODE_ID),
                    "has a meaning only together with a range: set ports to one, like 19093-19153, or remove this key");
        }
        return ports.orElseGet(BrokerPorts.Automatic::new);
    }

    private Optional<TopologyDescriptionSettings> topologyDescription(
            SectionReader reader, String clusterName, List<HostPort> servers) {
        String bootstrapServers = servers.stream().map(HostPort::toString).collect(Collectors.joining(","));
        String plugin = reader.getOrDefault(TopologySchema.PLUGIN);
        TopologyDescriptionSettings settings = new TopologyDescriptionSettings(
                plugin,
                pluginsDirectory(reader),
                new StoreConfig(home, tryOut, faults).read(reader, plugin, clusterName, bootstrapServers),
                reader.getOrDefault(TopologySchema.MAX_BYTES),
                reader.getOrDefault(TopologySchema.NATIVE),
                reader.getOrDefault(TopologySchema.PLUGIN_TIMEOUT),
                reader.getOrDefault(TopologySchema.PLUGIN_THREADS),
                reader.getOrDefault(TopologySchema.PLUGIN_QUEUE),
                reader.getOrDefault(TopologySchema.REFRESH),
                reader.getOrDefault(TopologySchema.DESCRIBE_TOPICS));
        if (plugin.equals(NO_PLUGIN)) {
            return Optional.empty();
        }
        if (tryOut) {
            findPlugin(reader, settings);
        }
        return Optional.of(settings);
    }

    private void findPlugin(SectionReader reader, TopologyDescriptionSettings settings) {
        try {
            PluginServices.find(settings);
        } catch (PluginLoadException e) {
            faults.add(
                    reader.origin(TopologySchema.PLUGIN),
                    reader.path(TopologySchema.PLUGIN),
                    String.valueOf(e.getMessage()));
        }
    }

    private Optional<OpenLineageSettings> openLineage(SectionReader topology, List<HostPort> servers) {
        if (topology.subsection(TopologySchema.OPENLINEAGE).isEmpty()) {
            return Optional.empty();
        }
        SectionReader reader = topology.section(TopologySchema.OPENLINEAGE, TopologySchema.OPENLINEAGE_EVENTS);
        if (topology.getOrDefault(TopologySchema.PLUGIN).equals(NO_PLUGIN)) {
            faults.add(
                    reader.origin(),
                    reader.path(),
                    "has a meaning only together with a plugin: set " + TopologySchema.PLUGIN.name()
                            + " to one, like memory, or remove this section");
        }
        String cluster = "kafka://"
                + servers.stream().findFirst().map(HostPort::toString).orElse("");
        Duration timeout = reader.getOrDefault(TopologySchema.OPENLINEAGE_TIMEOUT);
        int queue = reader.getOrDefault(TopologySchema.OPENLINEAGE_QUEUE);
        Optional<String> token = reader.get(TopologySchema.OPENLINEAGE_TOKEN).filter(text -> !text.isEmpty());
        String namespace = reader.get(TopologySchema.OPENLINEAGE_NAMESPACE).orElse(cluster);
        String datasets =
                reader.get(TopologySchema.OPENLINEAGE_DATASET_NAMESPACE).orElse(cluster);
        return reader.get(TopologySchema.OPENLINEAGE_URL)
                .map(url -> new OpenLineageSettings(url, token, namespace, datasets, timeout, queue));
    }

    /** The default one need not exist. */
    private Optional<Path> pluginsDirectory(SectionReader reader) {
        Path directory = home.resolve(reader.getOrDefault(TopologySchema.PLUGINS_DIRECTORY));
        if (Files.isDirectory(directory)) {
            return Optional.of(directory);
        }
        if (reader.has(TopologySchema.PLUGINS_DIRECTORY)) {
            faults.add(
                    reader.origin(TopologySchema.PLUGINS_DIRECTORY),
                    reader.path(TopologySchema.PLUGINS_DIRECTORY),
                    "'" + directory + "' is not a directory: create it, or name the one that holds the plugin jars");
        }
        return Optional.empty();
    }
}
