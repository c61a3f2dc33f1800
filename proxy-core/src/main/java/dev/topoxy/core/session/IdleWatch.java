package dev.topoxy.core.session;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Notices that nothing was read from either side for the time allowed, or up to twice that. Runs on the event loop. */
final class IdleWatch {

    private final EventLoop eventLoop;
    private final Duration limit;
    private final Runnable idle;
    private @Nullable Future<?> timer;
    private int reads;
    private int seen;

    /**
     * @param limit zero for no limit
     * @param idle told again each time that the limit has passed
     */
    IdleWatch(EventLoop eventLoop, Duration limit, Runnable idle) {
        this.eventLoop = eventLoop;
        this.limit = limit;
        this.idle = idle;
    }

    void start() {
        if (!limit.isZero()) {
            seen = reads;
            timer = eventLoop.schedule(this::check, limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    void moved() {
        reads++;
    }

    private void check() {
        boolean still = reads == seen;
        start();
        if (still) {
            idle.run();
        }
    }

    /** The connection has ended. */
    void release() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
