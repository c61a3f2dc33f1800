package dev.topoxy.core.limit;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The memory of all connections' buffers, watched while there are connections that fill up: those hold on to it for as
 * long as their peer takes its time. Thread-safe.
 */
public final class DirectMemory {

    /** What is left then serves whoever takes its answers at once. */
    private static final double SHORT = 0.75;

    private static final double ENOUGH = 0.625;
    private static final int LOOK_MS = 10;

    private final LongSupplier used;
    private final long total;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile LongConsumer onShort = bytes -> {};

    /**
     * @param used bytes in buffers at the moment
     * @param total bytes that there may be
     */
    public DirectMemory(LongSupplier used, long total) {
        this.used = used;
        this.total = total;
    }

    /** Has {@code relief} called with the bytes to be set free whenever there is too little left. */
    public void onShort(LongConsumer relief) {
        onShort = relief;
    }

    /** In bytes. */
    public long total() {
        return total;
    }

    /** Bytes in buffers at the moment. */
    public long used() {
        return used.getAsLong();
    }

    /**
     * A connection has filled up. Costs next to nothing, since many of these lead to one look.
     *
     * @param executor looks, a little later
     */
    public void filled(EventExecutor executor) {
        if (!looking.get() && looking.compareAndSet(false, true)) {
            executor.schedule(this::look, LOOK_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        looking.set(false);
        long now = used();
        if (now > SHORT * total) {
            onShort.accept(now - (long) (ENOUGH * total));
        }
    }

    /** Somebody got none. */
    public void exhausted() {
        onShort.accept((long) ((SHORT - ENOUGH) * total));
    }
}
