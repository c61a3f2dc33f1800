package dev.topoxy.core.server;

import dev.topoxy.core.address.AddressBook;
import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.address.NodeMoved;
import dev.topoxy.core.arrival.Arrived;
import dev.topoxy.core.arrival.Reception;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.limit.Admission;
import dev.topoxy.core.limit.Refusal;
import dev.topoxy.core.log.ConnectionId;
import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.session.SessionSettings;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners in front of one cluster, and the sessions that came in through them. */
final class ClusterProxy {

    private static final Logger log = LoggerFactory.getLogger(ClusterProxy.class);
    private static final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofSeconds(10));
    private static final AtomicLong nextSession = new AtomicLong();

    private final ClusterSettings cluster;
    private final Reception reception;
    private final Admission.Door door;
    private final SessionSettings sessionSettings;
    private final Set<Channel> arriving = ConcurrentHashMap.newKeySet();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final Listeners listeners;
    private volatile boolean closed;

    ClusterProxy(ClusterSettings cluster, Admission.Door door, Reception reception, SessionSettings sessionSettings) {
        this.cluster = cluster;
        this.door = door;
        this.reception = reception;
        this.sessionSettings = sessionSettings;
        listeners = new Listeners(cluster.name(), cluster.listen().address().host());
        AddressBook addresses = sessionSettings.addresses();
        addresses.onMoved(this::closeStandIns);
    }

    /**
     * Binds every broker's port, whether or not the broker is known yet, and then the bootstrap port: whoever gets in
     * there finds the others open.
     */
    void bind(ServerBootstrap template) throws BindFailedException {
        List<Integer> ports = cluster.listen().access().ports();
        if (mayDoWithoutSomePorts()) {
            List<Integer> busy = listeners.bindFree(template, ports, this::receive);
            busy.forEach(sessionSettings.addresses()::portNotBound);
            if (!busy.isEmpty()) {
                log.warn(
                        "Cluster {}: ports {} are in use by others: brokers whose node ids fall on them cannot be reached"
                                + " through the proxy; set brokers.ports to a range that is free",
                        cluster.name(),
                        busy);
            }
        } else {
            listeners.bindAll(template, ports, this::receive);
        }
        listeners.bindAll(template, List.of(cluster.listen().address().port()), this::receive);
    }

    private boolean mayDoWithoutSomePorts() {
        return cluster.listen().access() instanceof BrokerAccess.AtPorts atPorts
                && atPorts.nodePorts().tolerant();
    }

    private void receive(Channel client, int port) {
        if (!admitted(client, door.enter())) {
            return;
        }
        client.closeFuture().addListener(gone -> {
            door.leave();
            arriving.remove(client);
        });
        arriving.add(client);
        if (closed) {
            client.close();
            return;
        }
        Optional<InetAddress> address = reception.knownAddress(client);
        if (address.isEmpty() || admittedFrom(client, address.get())) {
            reception.receive(client, port, arrived -> {
                arriving.remove(client);
                if (address.isPresent()
                        || admittedFrom(client, arrived.address().getAddress())) {
                    open(client, arrived);
                }
            });
        }
    }

    /** As soon as the address is known, so that nobody takes the places of others with handshakes that never end. */
    private boolean admittedFrom(Channel client, InetAddress address) {
        if (!admitted(client, door.enterFrom(address))) {
            return false;
        }
        client.closeFuture().addListener(gone -> door.leaveFrom(address));
        return true;
    }

    private boolean admitted(Channel client, Optional<Refusal> refusal) {
        refusal.ifPresent(reason -> {
            SocketAddress address = client.remoteAddress();
            client.close();
            sessionSettings.listener().connectionRefused(CloseReason.Kind.TOO_MANY_CONNECTIONS);
            warnings.warn(
                    cluster.name() + reason.setting(),
                    "Cluster {}: a connection from {} is refused, as {} of {} is reached",
                    cluster.name(),
                    address,
                    reason.setting(),
                    reason.max());
        });
        return refusal.isEmpty();
    }

    private void open(Channel client, Arrived arrived) {
        ConnectionId id = new ConnectionId(Long.toString(nextSession.incrementAndGet(), Character.MAX_RADIX));
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
        if (session.leadsElsewhereThan(address)) {
            session.closeWhenIdle(
                    new CloseReason(CloseReason.Kind.BROKER_MOVED, "the node it is for is now known at " + address));
        }
    }

    void stopAccepting() {
        listeners.close();
    }

    /** To be called before the event loops end: Netty ends them without closing what came in just then. */
    void closeConnections() {
        closed = true;
        arriving.forEach(Channel::close);
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
