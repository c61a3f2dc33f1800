package dev.topoxy.core.support;

import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodePorts;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.server.ClusterSettings;
import dev.topoxy.core.server.ListenSettings;
import dev.topoxy.core.server.ProxyServer;
import dev.topoxy.core.server.RelaySettings;
import dev.topoxy.core.server.TcpTimeouts;
import dev.topoxy.core.server.UpstreamSettings;
import dev.topoxy.core.tls.TlsReloader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** A proxy in front of one cluster, with ports for the nodes 0 to 2. */
public final class TestProxy implements AutoCloseable {

    public static final int MAX_REQUEST_BYTES = 104_857_600;

    /** Those of the product. */
    public static final Limits LIMITS = new Limits(0, 0, 64 << 20, 1000, Duration.ofSeconds(30), Duration.ZERO);

    /** Log lines are limited per cluster: each test has its own. */
    private static final AtomicInteger clusters = new AtomicInteger();

    private final ProxyServer server;
    private final List<Integer> ports;
    private final TlsReloader reloader;

    private TestProxy(ProxyServer server, List<Integer> ports, TlsReloader reloader) {
        this.server = server;
        this.ports = ports;
        this.reloader = reloader;
    }

    public static TestProxy of(ScriptedBroker broker, Filter<?, ?>... filters) throws IOException {
        return of(List.of(broker.address()), connection -> List.of(filters));
    }

    public static TestProxy of(List<HostPort> bootstrapServers, FilterFactory filters) throws IOException {
        return of(bootstrapServers, filters, RelayListener.NONE);
    }

    public static TestProxy of(List<HostPort> bootstrapServers, FilterFactory filters, RelayListener listener)
            throws IOException {
        List<Integer> ports = freePorts(4);
        return start(settings(), cluster(nextName(), bootstrapServers, ports, filters, listener), ports);
    }

    /** A proxy with more to its connections: the settings as {@link #cluster} makes them are changed on the way. */
    public static TestProxy with(
            HostPort bootstrapServer,
            Duration handshakeTimeout,
            BiFunction<ClusterSettings, List<Integer>, ClusterSettings> change,
            Filter<?, ?>... filters)
            throws IOException {
        List<Integer> ports = freePorts(4);
        ClusterSettings plain = cluster(nextName(), List.of(bootstrapServer), ports, connection -> List.of(filters));
        return start(settings(handshakeTimeout, LIMITS), change.apply(plain, ports), ports);
    }

    private static TestProxy start(RelaySettings settings, ClusterSettings cluster, List<Integer> ports)
            throws IOException {
        TlsReloader reloader = new TlsReloader();
        return new TestProxy(ProxyServer.start(settings, List.of(cluster), reloader), ports, reloader);
    }

    private static String nextName() {
        return "test-" + clusters.incrementAndGet();
    }

    /** With limits of its own. */
    public static TestProxy limited(ScriptedBroker broker, Limits limits, Filter<?, ?>... filters) throws IOException {
        return limited(broker, limits, (cluster, ports) -> cluster, filters);
    }

    /** With limits of its own, and changed as by {@link #with}. */
    public static TestProxy limited(
            ScriptedBroker broker,
            Limits limits,
            BiFunction<ClusterSettings, List<Integer>, ClusterSettings> change,
            Filter<?, ?>... filters)
            throws IOException {
        List<Integer> ports = freePorts(4);
        ClusterSettings plain = cluster(nextName(), List.of(broker.address()), ports, connection -> List.of(filters));
        return start(settings(Duration.ofMinutes(1), limits), change.apply(plain, ports), ports);
    }

    public static RelaySettings settings() {
        return settings(Duration.ofMinutes(1), LIMITS);
    }

    private static RelaySettings settings(Duration handshakeTimeout, Limits limits) {
        TcpTimeouts tcp = new TcpTimeouts(
                Duration.ofSeconds(60), Duration.ofSeconds(10), 3, Duration.ZERO, Duration.ofSeconds(60));
        return new RelaySettings(MAX_REQUEST_BYTES, Duration.ofSeconds(5), handshakeTimeout, 1, tcp, limits);
    }

    /** A cluster with its bootstrap listener at the first port and its nodes' at the others. */
    public static ClusterSettings cluster(
            String name, List<HostPort> bootstrapServers, List<Integer> ports, FilterFactory filters) {
        return cluster(name, bootstrapServers, ports, filters, RelayListener.NONE);
    }

    private static ClusterSettings cluster(
            String name,
            List<HostPort> bootstrapServers,
            List<Integer> ports,
            FilterFactory filters,
            RelayListener listener) {
        SortedMap<Integer, Integer> nodes = new TreeMap<>();
        for (int i = 1; i < ports.size(); i++) {
            nodes.put(i - 1, ports.get(i));
        }
        return new ClusterSettings(
                name,
                ListenSettings.plain(
                        new HostPort("127.0.0.1", ports.get(0)),
                        new BrokerAccess.AtPorts(NodePorts.explicit(nodes), "127.0.0.1", 0)),
                UpstreamSettings.plain(bootstrapServers),
                0,
                filters,
                listener);
    }

    public static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            held.add(socket);
            ports.add(socket.getLocalPort());
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return ports;
    }

    public Wire connect() throws IOException {
        return Wire.to(ports.get(0));
    }

    public Wire connectToNode(int nodeId) throws IOException {
        return Wire.to(nodePort(nodeId));
    }

    public int port() {
        return ports.get(0);
    }

    public int nodePort(int nodeId) {
        return ports.get(nodeId + 1);
    }

    public ProxyServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
        reloader.close();
    }
}
