package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.upstream.Login;
import dev.topoxy.core.upstream.UpstreamException;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats the proxy's own login on one connection before the broker ends it (KIP-368). The client notices nothing but
 * that requests wait as long as that takes. Runs on the connection's event loop.
 */
final class Reauthentication {

    private static final Logger log = LoggerFactory.getLogger(Reauthentication.class);

    /** As Kafka's clients do it: late, and not all at once. */
    private static final double EARLIEST = 0.85;

    private static final double LATEST = 0.95;

    private final Session session;
    private final Relay relay;
    private final Login login;
    private final String brokerHost;
    private Optional<ScheduledFuture<?>> timer = Optional.empty();

    Reauthentication(Session session, Relay relay, Login login, String brokerHost) {
        this.session = session;
        this.relay = relay;
        this.login = login;
        this.brokerHost = brokerHost;
    }

    /** The login holds that long. */
    void before(Duration lifetime) {
        if (session.isClosed()) {
            return;
        }
        double share = ThreadLocalRandom.current().nextDouble(EARLIEST, LATEST);
        long delay = (long) (lifetime.toMillis() * share);
        timer = Optional.of(session.eventLoop().schedule(this::begin, delay, TimeUnit.MILLISECONDS));
    }

    void cancel() {
        timer.ifPresent(scheduled -> scheduled.cancel(false));
    }

    private void begin() {
        EventLoop eventLoop = session.eventLoop();
        relay.undisturbed(broker -> login.again(brokerHost, broker))
                .whenCompleteAsync(
                        (lifetime, failure) -> {
                            if (failure == null) {
                                log.debug("Connection {}: logged in to the broker anew", session.id());
                                lifetime.ifPresent(this::before);
                            } else {
                                session.close(new CloseReason(
                                        CloseReason.Kind.BROKER_LOGIN_FAILED, UpstreamException.reasonOf(failure)));
                            }
                        },
                        eventLoop);
    }
}
