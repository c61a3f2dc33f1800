package dev.topoxy.plugin;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store fails at besides pushes: one WARN a minute, the rest at DEBUG. Thread-safe. */
final class StoreWarnings {

    private static final Logger log = LoggerFactory.getLogger(TopologyDescriptionStore.class);
    private static final long INTERVAL_MS = 60_000;

    private final String store;
    private final LongSupplier clock;
    private final AtomicLong nextMs = new AtomicLong(Long.MIN_VALUE);

    StoreWarnings(String store, LongSupplier clock) {
        this.store = store;
        this.clock = clock;
    }

    void warn(String problem, Throwable failure) {
        long now = clock.getAsLong();
        long due = nextMs.get();
        if (now >= due && nextMs.compareAndSet(due, now + INTERVAL_MS)) {
            log.warn("{} {} (for a minute, more of it is logged at DEBUG)", store, problem, failure);
        } else {
            log.debug("{} {}", store, problem, failure);
        }
    }
}
