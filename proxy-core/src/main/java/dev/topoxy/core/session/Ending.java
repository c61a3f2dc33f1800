package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A session's coming end: why it was wished for, and a limit for whoever holds it up. Runs on the event loop. */
final class Ending {

    /** How long the end may take once one side has ended or the session is to come to rest. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Session session;
    private final EventLoop eventLoop;
    private @Nullable CloseReason wish;
    private Optional<Future<?>> limit = Optional.empty();

    Ending(Session session, EventLoop eventLoop) {
        this.session = session;
        this.eventLoop = eventLoop;
    }

    /** The session is to end for this reason, and whatever ends it then does so because of that. */
    void wishedFor(CloseReason reason) {
        wish = reason;
        begun(reason);
    }

    /** The end has begun; for the given reason it comes at the latest when the limit has passed. */
    void begun(CloseReason reason) {
        if (limit.isEmpty()) {
            limit = Optional.of(
                    eventLoop.schedule(() -> session.close(reason), LIMIT.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** It is here: the reason that counts, given what brought it about. */
    CloseReason reached(CloseReason cause) {
        limit.ifPresent(timer -> timer.cancel(false));
        return wish == null || cause.kind().noteworthy() ? cause : wish;
    }
}
