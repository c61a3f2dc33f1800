package dev.topoxy.core.log;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Writes at most one line per key within an interval, and says with the next one how many were left out. Remembers a
 * bounded number of keys. Thread-safe.
 */
public final class RateLimitedLog {

    private static final int MAX_KEYS = 1024;

    private final Logger log;
    private final long intervalNanos;
    private final LongSupplier nanoClock;
    private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
            return size() > MAX_KEYS;
        }
    };

    public RateLimitedLog(Logger log, Duration interval) {
        this(log, interval, System::nanoTime);
    }

    RateLimitedLog(Logger log, Duration interval, LongSupplier nanoClock) {
        this.log = log;
        this.intervalNanos = interval.toNanos();
        this.nanoClock = nanoClock;
    }

    /** Logs at WARN unless a line with that key was written within the interval. */
    public void warn(String key, String format, Object... arguments) {
        log(Level.WARN, key, format, arguments);
    }

    /** Logs unless a line with that key was written within the interval. */
    public void log(Level level, String key, String format, Object... arguments) {
        if (!log.isEnabledForLevel(level)) {
            return;
        }
        long suppressed = enter(key);
        if (suppressed < 0) {
            return;
        }
        log.atLevel(level)
                .log(suppressed == 0 ? format : format + " (and " + suppressed + " more like this)", arguments);
    }

    /** How many lines were left out before this one, or -1 if this one is to be left out as well. */
    private synchronized long enter(String key) {
        long now = nanoClock.getAsLong();
        Window window = windows.get(key);
        if (window == null) {
            windows.put(key, new Window(now));
            return 0;
        }
        if (now - window.openedNanos < intervalNanos) {
            window.suppressed++;
            return -1;
        }
        long suppressed = window.suppressed;
        window.openedNanos = now;
        window.suppressed = 0;
        return suppressed;
    }

    private static final class Window {
        private long openedNanos;
        private long suppressed;

        Window(long openedNanos) {
            this.openedNanos = openedNanos;
        }
    }
}
