package dev.topoxy.core.log;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Writes at most so many lines per key within an interval, and says with the next one how many were left out. Remembers
 * a bounded number of keys. Thread-safe.
 */
public final class RateLimitedLog {

    private static final int MAX_KEYS = 1024;

    private final Logger log;
    private final Duration interval;
    private final int linesPerInterval;
    private final LongSupplier nanoClock;
    private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
            return size() > MAX_KEYS;
        }
    };

    /** One line per key and interval. */
    public RateLimitedLog(Logger log, Duration interval) {
        this(log, interval, 1);
    }

    public RateLimitedLog(Logger log, Duration interval, int linesPerInterval) {
        this(log, interval, linesPerInterval, System::nanoTime);
    }

    RateLimitedLog(Logger log, Duration interval, int linesPerInterval, LongSupplier nanoClock) {
        this.log = log;
        this.interval = interval;
        this.linesPerInterval = linesPerInterval;
        this.nanoClock = nanoClock;
    }

    /** Logs a line at WARN that is only made if it is to be written. */
    public void warn(String key, Supplier<String> line) {
        if (log.isWarnEnabled()) {
            long suppressed = enter(key);
            if (suppressed >= 0) {
                write(Level.WARN, suppressed, "{}", line.get());
            }
        }
    }

    /** Logs at WARN unless as many lines with that key were written within the interval as may be. */
    public void warn(String key, String format, Object... arguments) {
        log(Level.WARN, key, format, arguments);
    }

    /** Logs unless as many lines with that key were written within the interval as may be. */
    public void log(Level level, String key, String format, Object... arguments) {
        if (!log.isEnabledForLevel(level)) {
            return;
        }
        long suppressed = enter(key);
        if (suppressed >= 0) {
            write(level, suppressed, format, arguments);
        }
    }

    private void write(Level level, long suppressed, String format, Object... arguments) {
        log.atLevel(level)
                .log(suppressed == 0 ? format : format + " (and " + suppressed + " more like this)", arguments);
    }

    /** How many lines were left out before this one, or -1 if this one is to be left out as well. */
    private synchronized long enter(String key) {
        long now = nanoClock.getAsLong();
        Window window = windows.computeIfAbsent(key, unseen -> new Window(now));
        if (now - window.openedNanos >= interval.toNanos()) {
            window.openedNanos = now;
            window.lines = 0;
        }
        if (window.lines >= linesPerInterval) {
            window.suppressed++;
            return -1;
        }
        window.lines++;
        long suppressed = window.suppressed;
        window.suppressed = 0;
        return suppressed;
    }

    private static final class Window {
        private long openedNanos;
        private int lines;
        private long suppressed;

        Window(long openedNanos) {
            this.openedNanos = openedNanos;
        }
    }
}
