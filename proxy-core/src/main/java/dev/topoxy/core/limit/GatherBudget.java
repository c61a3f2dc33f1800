package dev.topoxy.core.limit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Memory for requests that are gathered because a filter reads them, shared by all connections. Whoever asks for more
 * than there is waits, and is read no further meanwhile. So that many half requests cannot wait for each other for ever,
 * one connection at a time, the one that has waited longest, may go beyond the budget until its request has been dealt
 * with. Thread-safe.
 */
public final class GatherBudget {

    private final long total;
    private final Set<Share> waiting = new LinkedHashSet<>();
    private @Nullable Share beyond;
    private long used;

    /**
     * @param total in bytes
     */
    public GatherBudget(long total) {
        this.total = total;
    }

    /** In bytes. */
    public long total() {
        return total;
    }

    /** Bytes taken at the moment; may be more than there are. */
    public synchronized long used() {
        return used;
    }

    /**
     * A connection's part.
     *
     * @param goOn run, on any thread, when it need not wait any more
     */
    public Share share(Runnable goOn) {
        return new Share(goOn);
    }

    /** One connection's part of the budget. */
    public final class Share {
        private final Runnable goOn;
        private long held;

        private Share(Runnable goOn) {
            this.goOn = goOn;
        }

        /**
         * Says how much the connection holds now.
         *
         * @return whether it may go on reading; if not, it is told when it may
         */
        public boolean holds(long bytes) {
            List<Share> next;
            boolean mayGoOn;
            synchronized (GatherBudget.this) {
                used += bytes - held;
                held = bytes;
                if (bytes == 0) {
                    waiting.remove(this);
                    beyond = beyond == this ? null : beyond;
                } else if (used > total && beyond != this) {
                    waiting.add(this);
                }
                next = next();
                mayGoOn = !waiting.contains(this);
            }
            next.remove(this);
            next.forEach(share -> share.goOn.run());
            return mayGoOn;
        }

        public boolean waits() {
            synchronized (GatherBudget.this) {
                return waiting.contains(this);
            }
        }

        /** Whether others wait while this connection holds what they could use. */
        public boolean keepsOthersWaiting() {
            synchronized (GatherBudget.this) {
                return held > 0 && !waiting.isEmpty() && !waiting.contains(this);
            }
        }
    }

    /** Takes those out of the queue that may go on. */
    private List<Share> next() {
        List<Share> next = new ArrayList<>();
        if (used <= total) {
            next.addAll(waiting);
            waiting.clear();
        } else if (beyond == null && !waiting.isEmpty()) {
            beyond = waiting.iterator().next();
            waiting.remove(beyond);
            next.add(beyond);
        }
        return next;
    }
}
