package dev.topoxy.core.support;

import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.atomic.AtomicLong;

/** The most memory that Netty's pool took since a moment, in bytes. */
public final class MemoryPeak {

    private final long before = used();
    private final AtomicLong peak = new AtomicLong(before);

    private MemoryPeak() {}

    public static MemoryPeak begin() {
        return new MemoryPeak();
    }

    public void sample() {
        peak.accumulateAndGet(used(), Math::max);
    }

    public long growth() {
        sample();
        return peak.get() - before;
    }

    private static long used() {
        return PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() + PooledByteBufAllocator.DEFAULT.pinnedHeapMemory();
    }
}
