package dev.topoxy.core.server;

import dev.topoxy.core.address.AddressBook;
import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodeMoved;
import dev.topoxy.core.arrival.Arrived;
import dev.topoxy.core.arrival.Reception;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.session.SessionSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners in front of one cluster, and the sessions that came in through them. */
final class ClusterProxy {

    private static final Logger log = LoggerFactory.getLogger(ClusterProxy.class);
    private static final AtomicLong nextSession = new AtomicLong();

    private final ClusterSettings cluster;
    private final Reception reception;
    private final SessionSettings sessionSettings;
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final List<Channel> listeners = new ArrayList<>();

    ClusterProxy(ClusterSettings cluster, Reception reception, SessionSettings sessionSettings) {
        this.cluster = cluster;
        this.reception = reception;
        this.sessionSettings = sessionSettings;
        AddressBook addresses = sessionSettings.addresses();
        addresses.onMoved(this::closeStandIns);
    }

    /**
     * Binds every broker's port, whether or not the broker is known yet, and then the bootstrap port: whoever gets in
     * there finds the others open.
     */
    void bind(ServerBootstrap template) throws BindFailedException {
        List<Integer> busy = new ArrayList<>();
        for (int port : cluster.listen().access().ports()) {
            try {
                bind(template, port);
            } catch (BindFailedException e) {
                if (!mayDoWithoutSomePorts()) {
                    throw e;
                }
                busy.add(port);
                sessionSettings.addresses().portNotBound(port);
            }
        }
        bind(template, cluster.listen().address().port());
        if (!busy.isEmpty()) {
            log.warn(
                    "Cluster {}: ports {} are in use by others: brokers whose node ids fall on them cannot be reached"
                            + " through the proxy; set brokers.ports to a range that is free",
                    cluster.name(),
                    busy);
        }
    }

    private void bind(ServerBootstrap template, int port) throws BindFailedException {
        HostPort address = new HostPort(cluster.listen().address().host(), port);
        InetSocketAddress socket = new InetSocketAddress(address.host(), port);
        if (socket.isUnresolved()) {
            throw new BindFailedException(
                    "cluster " + cluster.name() + ": cannot listen on " + address
                            + ": the host is unknown: set listen to an address of this machine",
                    null);
        }
        ChannelFuture bound = template.clone()
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel client) {
                        reception.receive(client, port, arrived -> open(client, arrived));
                    }
                })
                .bind(socket)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new BindFailedException(
                    "cluster " + cluster.name() + ": cannot listen on " + address + ": "
                            + bound.cause().getMessage()
                            + ": free it, or set listen or brokers.ports to what is free",
                    bound.cause());
        }
        listeners.add(bound.channel());
    }

    private boolean mayDoWithoutSomePorts() {
        return cluster.listen().access() instanceof BrokerAccess.AtPorts atPorts
                && atPorts.nodePorts().tolerant();
    }

    private void open(Channel client, Arrived arrived) {
        String id = Long.toString(nextSession.incrementAndGet(), Character.MAX_RADIX);
        Session session = Session.open(id, client, arrived, sessionSettings, sessions::remove);
        sessions.add(session);
        if (!client.isOpen()) {
            sessions.remove(session);
        }
    }

    /** Sessions for a node that lead elsewhere, since its address was not known or was another, must not go on. */
    private void closeStandIns(NodeMoved moved) {
        AddressBook addresses = sessionSettings.addresses();
        for (Session session : sessions) {
            if (addresses
                    .nodeAt(session.entrance())
                    .filter(node -> node == moved.nodeId())
                    .isPresent()) {
                session.eventLoop().execute(() -> closeUnlessAt(session, moved.now()));
            }
        }
    }

    private static void closeUnlessAt(Session session, HostPort address) {
        boolean there = session.brokerAddress().filter(address::sameAs).isPresent();
        if (!there) {
            session.closeWhenIdle(
                    new CloseReason(CloseReason.Kind.BROKER_MOVED, "the node it is for is now known at " + address));
        }
    }

    void stopAccepting() {
        listeners.forEach(listener -> listener.close().awaitUninterruptibly());
        listeners.clear();
    }

    void closeSessions() {
        CloseReason shutdown = new CloseReason(CloseReason.Kind.SHUTDOWN, "the proxy stops");
        sessions.forEach(session -> session.closeNow(shutdown));
    }

    Stream<Session> sessions() {
        return sessions.stream();
    }

    int sessionCount() {
        return sessions.size();
    }
}
