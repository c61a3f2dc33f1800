package dev.topoxy.core.session;

import dev.topoxy.core.address.AddressMap;
import dev.topoxy.core.address.Entrance;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.arrival.Arrived;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.log.ConnectionId;
import dev.topoxy.core.log.RateLimitedLog;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.protocol.ApiMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client connection and the broker connection made for it, both on one event loop, on which everything here runs.
 *
 * <pre>
 * Silent --first byte--> Connecting --broker connected--> Relaying --either side ended, or a fault--> Closed
 *     \                      \-------------no broker reachable, or the client left-------------------/
 *      \----------------------the client left---------------------------------------------------------/
 * </pre>
 */
public final class Session {

    /** Requests that a filter reads are gathered up to this size; nothing sane is larger. */
    static final int MAX_GATHERED_REQUEST_BYTES = 4 * 1024 * 1024;

    /** Responses that a filter reads are gathered up to this size. */
    static final int MAX_GATHERED_RESPONSE_BYTES = 100 * 1024 * 1024;

    private static final Logger log = LoggerFactory.getLogger(Session.class);
    private static final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofSeconds(10));

    /** After these, what the broker has sent before still reaches the client. */
    private static final Set<CloseReason.Kind> BROKER_ENDED = EnumSet.of(
            CloseReason.Kind.BROKER_CLOSED, CloseReason.Kind.BROKER_IO_ERROR, CloseReason.Kind.BROKER_VANISHED);

    private sealed interface Phase {
        record Silent() implements Phase {}

        record Connecting() implements Phase {}

        record Relaying(Relay relay, Channel broker, HostPort brokerAddress) implements Phase {}

        record Closed() implements Phase {}
    }

    private final ConnectionId id;
    private final long openedNanos = System.nanoTime();
    private final Channel client;
    private final Arrived arrived;
    private final SessionSettings settings;
    private final FilteredConnection filtered;
    private final EarlyInput earlyInput;
    private final Ending ending;
    private final IdleWatch idleWatch;

    private Phase phase = new Phase.Silent();
    private Optional<ScheduledFuture<?>> firstRequestTimer = Optional.empty();
    private Optional<Reauthentication> reauthentication = Optional.empty();

    private Session(ConnectionId id, Channel client, Arrived arrived, SessionSettings settings) {
        this.id = id;
        this.client = client;
        this.arrived = arrived;
        this.settings = settings;
        this.earlyInput = new EarlyInput(this);
        this.ending = new Ending(this, client.eventLoop());
        this.idleWatch = new IdleWatch(client.eventLoop(), settings.limits().maxIdle(), this::idle);
        this.filtered = new FilteredConnection(this, arrived, settings);
    }

    /**
     * Takes charge of an accepted connection, which must not be read from yet: when the client has sent something,
     * connects to a broker for it and begins to relay. Whoever only looks whether the port is open costs no broker
     * anything.
     *
     * @param arrived who the client is as far as is known, and where it came in
     * @param onClosed told once when the client's connection is closed
     */
    public static Session open(
            ConnectionId id, Channel client, Arrived arrived, SessionSettings settings, Consumer<Session> onClosed) {
        Session session = new Session(id, client, arrived, settings);
        log.debug("Connection {}: accepted from {} at {}", id, session.client(), arrived.entrance());
        settings.listener().connectionOpened();
        client.pipeline().addLast(session.earlyInput);
        client.closeFuture().addListener(closed -> {
            session.close(new CloseReason(CloseReason.Kind.CLIENT_CLOSED, "the client closed the connection"));
            onClosed.accept(session);
        });
        session.idleWatch.start();
        session.expectFirstRequest();
        return session;
    }

    /** The client has begun to speak. */
    void spoken() {
        if (!(phase instanceof Phase.Silent)) {
            return;
        }
        phase = new Phase.Connecting();
        long begin = System.nanoTime();
        settings.connector()
                .connect(
                        client.eventLoop(),
                        settings.addresses().candidates(arrived.entrance()),
                        settings.listener(),
                        (broker, address) -> settings.upstream()
                                .prepare(broker, address, arrived.address(), (InetSocketAddress) client.localAddress()),
                        client::isOpen)
                .whenComplete((connected, failure) -> {
                    if (failure == null) {
                        connected(connected, System.nanoTime() - begin);
                    } else {
                        close(new CloseReason(
                                CloseReason.Kind.BROKER_UNREACHABLE, String.valueOf(failure.getMessage())));
                    }
                });
    }

    private void connected(BrokerConnector.Connected connected, long nanos) {
        if (isClosed()) {
            connected.channel().close();
            return;
        }
        settings.listener().brokerConnected(nanos);
        log.debug("Connection {}: connected to broker {}", id, connected.address());
        Relay relay = new Relay(this, client, connected.channel(), settings);
        phase = new Phase.Relaying(relay, connected.channel(), connected.address());
        relay.start();
        earlyInput.handOver();
        settings.upstream().login().ifPresent(login -> {
            Reauthentication anew =
                    new Reauthentication(this, relay, login, connected.address().host());
            reauthentication = Optional.of(anew);
            connected.loginHolds().ifPresent(anew::before);
        });
    }

    private void expectFirstRequest() {
        firstRequestTimer = Optional.of(client.eventLoop()
                .schedule(
                        this::checkFirstRequest, settings.firstRequestTimeout().toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Nobody may hold a connection by a request that never comes. */
    private void checkFirstRequest() {
        firstRequestTimer = Optional.empty();
        if (phase instanceof Phase.Connecting) {
            // The client is not to blame.
            expectFirstRequest();
        } else if (!(phase instanceof Phase.Relaying relaying && relaying.relay.hadWholeRequest())) {
            close(new CloseReason(
                    CloseReason.Kind.NO_REQUEST,
                    "no whole request came within handshake.timeout.ms of "
                            + settings.firstRequestTimeout().toMillis()));
        }
    }

    /** Ends the session, at once. Called on the event loop. */
    public void close(CloseReason cause) {
        Phase before = phase;
        if (before instanceof Phase.Closed) {
            return;
        }
        phase = new Phase.Closed();
        CloseReason reason = ending.reached(cause);
        firstRequestTimer.ifPresent(timer -> timer.cancel(false));
        idleWatch.release();
        reauthentication.ifPresent(Reauthentication::cancel);
        if (reason.kind().noteworthy()) {
            warnings.warn(
                    settings.clusterName() + reason.kind() + (reason.kind().ofClient() ? clientHost() : ""),
                    "Connection {}: closed, {} at {} of cluster {}: {}",
                    id,
                    client(),
                    arrived.entrance(),
                    settings.clusterName(),
                    reason.detail());
        }
        if (before instanceof Phase.Relaying relaying) {
            relaying.broker.close();
            relaying.relay.release();
        }
        if (log.isDebugEnabled()) {
            summary(before, reason).log(log);
        }
        settings.listener().connectionClosed(reason.kind());
        if (BROKER_ENDED.contains(cause.kind())) {
            Farewell.say(client);
        } else {
            client.close();
        }
    }

    private ConnectionSummary summary(Phase before, CloseReason reason) {
        return new ConnectionSummary(
                id,
                settings.clusterName(),
                arrived,
                filtered.identity(),
                System.nanoTime() - openedNanos,
                before instanceof Phase.Relaying relaying
                        ? Optional.of(new ConnectionSummary.Relayed(relaying.brokerAddress, relaying.relay.traffic()))
                        : Optional.empty(),
                reason);
    }

    /**
     * Ends the session as soon as nobody waits for an answer on it; takes no further request until then. Callable from
     * any thread.
     */
    public void closeWhenIdle(CloseReason reason) {
        client.eventLoop().execute(() -> {
            if (phase instanceof Phase.Relaying relaying) {
                ending.wishedFor(reason);
                relaying.relay.stopRequests();
            } else {
                close(reason);
            }
        });
    }

    /** Ends the session at once. Callable from any thread. */
    public void closeNow(CloseReason reason) {
        client.eventLoop().execute(() -> close(reason));
    }

    /** The end has begun: whoever holds it up does so for a limited time. */
    void expectEnd(CloseReason reason) {
        if (!isClosed()) {
            ending.begun(reason);
        }
    }

    /** Something on that side's channel went wrong. */
    void failed(Throwable cause, Side side) {
        CloseReason reason = Failures.reason(cause, side);
        if (reason.kind() == CloseReason.Kind.INTERNAL_ERROR && !isClosed()) {
            log.error("Connection {}: a fault of the proxy", id, cause);
        }
        close(reason);
        if (reason.kind() == CloseReason.Kind.OUT_OF_MEMORY) {
            settings.directMemory().exhausted();
        }
    }

    boolean isClosed() {
        return phase instanceof Phase.Closed;
    }

    /** Sends a request of a filter with the client's identity. */
    CompletableFuture<ApiMessage> ask(ApiMessage message, short version, String clientId) {
        if (phase instanceof Phase.Relaying relaying) {
            return relaying.relay.ask(message, version, clientId);
        }
        return CompletableFuture.failedFuture(new DisconnectException("The connection has ended."));
    }

    FilteredConnection filtered() {
        return filtered;
    }

    ConnectionId id() {
        return id;
    }

    String clusterName() {
        return settings.clusterName();
    }

    /** The one thread on which everything of this session happens. */
    public EventLoop eventLoop() {
        return client.eventLoop();
    }

    AddressMap addresses() {
        return settings.addresses();
    }

    ByteBufAllocator allocator() {
        return client.alloc();
    }

    SocketAddress client() {
        return arrived.address();
    }

    private String clientHost() {
        return arrived.address().getHostString();
    }

    /** Bytes have come from either side. */
    void moved() {
        idleWatch.moved();
    }

    private void idle() {
        if (requestsUnderWay() == 0 && !(phase instanceof Phase.Connecting)) {
            closeWhenIdle(new CloseReason(
                    CloseReason.Kind.IDLE,
                    "silent for limits.connections.max.idle.ms of "
                            + settings.limits().maxIdle().toMillis()));
        }
    }

    /** Bytes that either side has not taken yet. Called on the event loop. */
    public long unsentBytes() {
        return phase instanceof Phase.Relaying relaying ? relaying.relay.unsentBytes() : 0;
    }

    /** Requests of the client that are owed an answer. Called on the event loop. */
    public int requestsUnderWay() {
        return phase instanceof Phase.Relaying relaying ? relaying.relay.requestsUnderWay() : 0;
    }

    /** Where the client came in. */
    public Entrance entrance() {
        return arrived.entrance();
    }

    /** Whether it has gone, or is going, to another address than this. Called on the event loop. */
    public boolean leadsElsewhereThan(HostPort address) {
        return !(phase instanceof Phase.Silent)
                && !(phase instanceof Phase.Relaying relaying && relaying.brokerAddress.sameAs(address));
    }
}
