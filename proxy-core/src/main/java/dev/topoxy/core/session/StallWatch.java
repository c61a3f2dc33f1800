package dev.topoxy.core.session;

import dev.topoxy.core.frame.Framer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notices a client that sends nothing amid a request, within once to twice the time allowed; and one whose gathered
 * request, in that time, keeps others waiting for memory. Time in which the client is not read does not count. A timer
 * runs only while a request is half there. Runs on the connection's event loop.
 */
final class StallWatch {

    private final EventLoop eventLoop;
    private final Duration limit;
    private final Framer requests;
    private final ReadGate gate;
    private final GatherAccount account;
    private final Consumer<String> stalled;
    private @Nullable Future<?> timer;
    private int reads;
    private int movesSeen;
    private int openingsSeen;
    private int frameSeen;

    /**
     * @param stalled told what the client did, once
     */
    StallWatch(
            EventLoop eventLoop,
            Duration limit,
            Framer requests,
            ReadGate gate,
            GatherAccount account,
            Consumer<String> stalled) {
        this.eventLoop = eventLoop;
        this.limit = limit;
        this.requests = requests;
        this.gate = gate;
        this.account = account;
        this.stalled = stalled;
    }

    /** Bytes have come and were dealt with. */
    void moved() {
        reads++;
        if (timer == null && requests.amidFrame()) {
            begin();
        }
    }

    private void begin() {
        movesSeen = reads;
        openingsSeen = gate.openings();
        frameSeen = requests.framesBegun();
        timer = eventLoop.schedule(this::check, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void check() {
        timer = null;
        if (!requests.amidFrame()) {
            return;
        }
        boolean readAllTheTime = gate.isOpen() && gate.openings() == openingsSeen;
        if (readAllTheTime && reads == movesSeen) {
            stalled.accept("it sent nothing for " + limit.toMillis()
                    + " ms in the middle of a request: the limit is limits.request.stall.timeout.ms");
        } else if (readAllTheTime && requests.framesBegun() == frameSeen && account.keepsOthersWaiting()) {
            stalled.accept("its request took longer than " + limit.toMillis()
                    + " ms, limits.request.stall.timeout.ms, while others waited for the memory it held of"
                    + " limits.queued.max.request.bytes");
        } else {
            begin();
        }
    }

    /** The connection has ended. */
    void release() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
