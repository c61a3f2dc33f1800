package dev.topoxy.core.server;

import dev.topoxy.core.address.AddressBook;
import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.arrival.CertificatePrincipals;
import dev.topoxy.core.arrival.Reception;
import dev.topoxy.core.drain.Drain;
import dev.topoxy.core.drain.DrainSettings;
import dev.topoxy.core.limit.Admission;
import dev.topoxy.core.limit.DirectMemory;
import dev.topoxy.core.limit.GatherBudget;
import dev.topoxy.core.session.BrokerConnector;
import dev.topoxy.core.session.DecodeBudget;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.session.SessionSettings;
import dev.topoxy.core.session.SocketBuffers;
import dev.topoxy.core.tls.BrokerTls;
import dev.topoxy.core.tls.ServerTls;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.tls.TlsFileException;
import dev.topoxy.core.tls.TlsReloader;
import dev.topoxy.core.upstream.Login;
import dev.topoxy.core.upstream.Upstream;
import dev.topoxy.core.upstream.UpstreamException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.internal.PlatformDependent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The running proxy: listeners in front of one or more clusters, on one set of event loops. */
public final class ProxyServer implements AutoCloseable {

    private static final int LOOKUP_THREADS = 2;
    private static final int ACCEPT_BACKLOG = 1024;

    /** What filters make of a request takes as much again, more than once, and the rest of the program wants its part. */
    private static final int DECODED_SHARE_OF_HEAP = 6;

    private final EventLoopGroup eventLoops;
    private final ThreadPoolExecutor lookups;
    private final List<ClusterProxy> clusters = new ArrayList<>();
    private final List<Login> logins = new ArrayList<>();
    private final DecodeBudget decodeBudget =
            new DecodeBudget(Runtime.getRuntime().maxMemory() / DECODED_SHARE_OF_HEAP);
    private final GatherBudget gatherBudget;
    private final DirectMemory directMemory =
            new DirectMemory(PooledByteBufAllocator.DEFAULT::pinnedDirectMemory, PlatformDependent.maxDirectMemory());
    private volatile boolean draining;

    private ProxyServer(EventLoopGroup eventLoops, ThreadPoolExecutor lookups, GatherBudget gatherBudget) {
        this.eventLoops = eventLoops;
        this.lookups = lookups;
        this.gatherBudget = gatherBudget;
        directMemory.onShort(new LoadShedding(this::sessions, directMemory)::shed);
    }

    /**
     * Binds all listeners and begins to relay.
     * @param reloader watches the key files; the caller's to close
     * @throws BindFailedException if a listener cannot be bound; nothing is left running then
     * @throws UpstreamException if the proxy has no token to log in with; nothing is left running then
     * @throws TlsFileException if key files cannot be used; nothing is left running then
     */
    public static ProxyServer start(RelaySettings relay, List<ClusterSettings> clusters, TlsReloader reloader)
            throws BindFailedException, TlsFileException, UpstreamException {
        Transport transport = LoadingAhead.transport();
        int threads = relay.eventLoopThreads() > 0
                ? relay.eventLoopThreads()
                : Runtime.getRuntime().availableProcessors();
        ThreadPoolExecutor lookups = new ThreadPoolExecutor(
                LOOKUP_THREADS,
                LOOKUP_THREADS,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("lookup", true));
        lookups.allowCoreThreadTimeOut(true);
        ProxyServer server = new ProxyServer(
                transport.eventLoops(threads),
                lookups,
                new GatherBudget(relay.limits().queuedMaxRequestBytes()));
        ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        ServerBootstrap template = new ServerBootstrap()
                .group(server.eventLoops)
                .channelFactory(transport::newServerChannel)
                .option(ChannelOption.SO_BACKLOG, ACCEPT_BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.ALLOCATOR, allocator)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, SocketBuffers.reads())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, SocketBuffers.WRITE_WATER_MARK)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true);
        Admission admission = new Admission(relay.limits());
        transport.options(relay.tcp(), relay.tcp().clientUserTimeout()).forEach(template::childOption);
        BrokerConnector connector = new BrokerConnector(
                transport::newChannel,
                allocator,
                relay.connectTimeout(),
                transport.options(relay.tcp(), relay.tcp().brokerUserTimeout()),
                lookups);
        try {
            for (ClusterSettings cluster : clusters) {
                AddressBook addresses = new AddressBook(
                        cluster.name(),
                        cluster.upstream().bootstrapServers(),
                        cluster.listen().access());
                ClusterProxy proxy = new ClusterProxy(
                        cluster,
                        admission.door(cluster.maxConnections()),
                        reception(cluster, relay.handshakeTimeout(), reloader),
                        new SessionSettings(
                                cluster.name(),
                                addresses,
                                cluster.filters(),
                                relay.maxRequestBytes(),
                                relay.limits(),
                                server.directMemory,
                                server.gatherBudget,
                                server.decodeBudget,
                                relay.handshakeTimeout(),
                                connector,
                                server.upstream(cluster, relay.handshakeTimeout(), reloader),
                                cluster.listener()));
                server.clusters.add(proxy);
                proxy.bind(template);
            }
            return server;
        } catch (BindFailedException | TlsFileException | UpstreamException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Lets clients go gently; {@link #close} ends what is left. Returns when no connection is left, or soon after the
     * deadline.
     */
    public void drain(DrainSettings settings) throws InterruptedException {
        draining = true;
        new Drain(settings, this::sessions).run(() -> clusters.forEach(ClusterProxy::stopAccepting));
    }

    /** Whether no client should be sent here any more. */
    public boolean isDraining() {
        return draining;
    }

    List<Session> sessions() {
        return clusters.stream().flatMap(ClusterProxy::sessions).toList();
    }

    private static Reception reception(ClusterSettings cluster, Duration timeout, TlsReloader reloader)
            throws TlsFileException {
        ListenSettings listen = cluster.listen();
        Optional<Reception.Secured> secured = Optional.empty();
        if (listen.tls().isPresent()) {
            ServerTlsSettings settings = listen.tls().get();
            ServerTls tls = ServerTls.open("cluster " + cluster.name() + ": tls", settings, reloader);
            secured = Optional.of(
                    new Reception.Secured(tls, new CertificatePrincipals(settings.principalMappingRules())));
        }
        Optional<Reception.Names> names = listen.access() instanceof BrokerAccess.ByName byName
                ? Optional.of(new Reception.Names(listen.advertised().host(), byName.names()))
                : Optional.empty();
        return new Reception(cluster.name(), secured, names, listen.proxyHeaders(), timeout, cluster.listener());
    }

    private Upstream upstream(ClusterSettings cluster, Duration timeout, TlsReloader reloader)
            throws TlsFileException, UpstreamException {
        UpstreamSettings settings = cluster.upstream();
        Optional<BrokerTls> tls = Optional.empty();
        if (settings.tls().isPresent()) {
            tls = Optional.of(BrokerTls.open(
                    "cluster " + cluster.name() + ": upstream.tls",
                    settings.tls().get(),
                    reloader));
        }
        Optional<Login> login = Optional.empty();
        if (settings.login().isPresent()) {
            login = Optional.of(Login.open(
                    "cluster " + cluster.name() + ": upstream.sasl",
                    settings.login().get(),
                    lookups));
            logins.add(login.get());
        }
        return new Upstream(tls, login, settings.sendsProxyHeader(), timeout);
    }

    /** Client connections open at the moment. */
    public int sessionCount() {
        return clusters.stream().mapToInt(ClusterProxy::sessionCount).sum();
    }

    /** The memory of all connections' buffers. */
    public DirectMemory directMemory() {
        return directMemory;
    }

    /** The memory for requests that are gathered, of all clusters together. */
    public GatherBudget gatherBudget() {
        return gatherBudget;
    }

    /** The heap for decoded requests, of all clusters together. */
    public DecodeBudget decodeBudget() {
        return decodeBudget;
    }

    /** Stops accepting and closes every connection; returns when the event loops have ended. */
    @Override
    public void close() {
        draining = true;
        clusters.forEach(ClusterProxy::stopAccepting);
        clusters.forEach(ClusterProxy::closeConnections);
        eventLoops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        logins.forEach(Login::close);
        lookups.shutdownNow();
    }
}
