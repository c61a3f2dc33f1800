package dev.topoxy.filters.store.kafka;

import dev.topoxy.filters.store.StoreLag;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How far behind its topic a store is; looked at every few seconds by the one thread that reads, asked for by any. */
final class ReadingLag {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanoTime;
    private volatile OptionalLong records = OptionalLong.empty();
    private volatile long completeAt;
    private long lookedAt;

    ReadingLag(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        completeAt = nanoTime.getAsLong();
        lookedAt = completeAt - INTERVAL_NANOS;
    }

    /**
     * Looks if it is time to.
     *
     * @param unread how many records are not read yet; empty where that cannot be found out now
     */
    void look(Supplier<OptionalLong> unread) {
        long now = nanoTime.getAsLong();
        if (now - lookedAt < INTERVAL_NANOS) {
            return;
        }
        lookedAt = now;
        OptionalLong count = unread.get();
        if (count.isPresent()) {
            records = count;
            if (count.getAsLong() == 0) {
                completeAt = now;
            }
        }
    }

    StoreLag current() {
        return new StoreLag(records, Duration.ofNanos(nanoTime.getAsLong() - completeAt));
    }
}
