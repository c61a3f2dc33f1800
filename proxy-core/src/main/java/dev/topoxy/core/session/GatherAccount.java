package dev.topoxy.core.session;

import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.frame.GatheringSink;
import dev.topoxy.core.limit.GatherBudget;
import dev.topoxy.core.log.RateLimitedLog;
import io.netty.channel.EventLoop;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/**
 * What a connection holds of the memory for gathered requests, of which there is one at a time. Reads no further while
 * it has to wait. Runs on the connection's event loop.
 */
final class GatherAccount implements GatheringSink.Account {

    private static final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(GatherAccount.class), Duration.ofSeconds(30));

    private final GatherBudget.Share share;
    private final String clusterName;
    private final ReadGate gate;
    private boolean open = true;
    private long held;

    GatherAccount(String clusterName, GatherBudget budget, EventLoop eventLoop, ReadGate gate) {
        this.clusterName = clusterName;
        this.gate = gate;
        share = budget.share(() -> eventLoop.execute(this::goOn));
    }

    @Override
    public void holds(int bytes) {
        if (bytes == held || !open) {
            return;
        }
        held = bytes;
        boolean wait = !share.holds(bytes);
        gate.set(PauseReason.GATHERED_FULL, wait);
        if (wait) {
            log.warn(
                    clusterName,
                    "Cluster {}: requests that wait for their last byte take all memory that there is for them: reading pauses until"
                            + " some are whole; raise limits.queued.max.request.bytes, and with it"
                            + " -XX:MaxDirectMemorySize in TOPOXY_JVM_OPTS",
                    clusterName);
        }
    }

    private void goOn() {
        if (open) {
            gate.set(PauseReason.GATHERED_FULL, share.waits());
        }
    }

    boolean keepsOthersWaiting() {
        return held > 0 && share.keepsOthersWaiting();
    }

    /** The connection has ended. */
    void release() {
        holds(0);
        open = false;
    }
}
