package dev.topoxy.filters.flow;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;

/** Warnings that clients can cause at will, hence limited: so many in a while, then only how many were left out. Thread-safe. */
final class WarnLog {

    private static final int LINES = 20;
    private static final long WHILE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Logger log;
    private final AtomicLong since = new AtomicLong(System.nanoTime());
    private final AtomicInteger lines = new AtomicInteger();

    WarnLog(Logger log) {
        this.log = log;
    }

    /** Logs the line, which is only made if it is to be seen. */
    void warn(Supplier<String> line) {
        long now = System.nanoTime();
        long start = since.get();
        if (now - start > WHILE_NANOS && since.compareAndSet(start, now)) {
            int leftOut = lines.getAndSet(0) - LINES;
            if (leftOut > 0) {
                log.warn("{} more warnings of this kind were left out", leftOut);
            }
        }
        if (lines.incrementAndGet() <= LINES && log.isWarnEnabled()) {
            log.warn(line.get());
        }
    }
}
