package dev.topoxy.filters.testplugins;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Milliseconds that pass only when told to. */
public final class ManualClock implements LongSupplier {

    private final AtomicLong now = new AtomicLong(1_000_000);

    @Override
    public long getAsLong() {
        return now.get();
    }

    public void advance(long millis) {
        now.addAndGet(millis);
    }
}
