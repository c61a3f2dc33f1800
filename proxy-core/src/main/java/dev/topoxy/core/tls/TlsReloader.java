package dev.topoxy.core.tls;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at key files regularly. Polling, since notifications miss what happens on network file systems and behind the
 * links of a mounted Kubernetes secret.
 */
public final class TlsReloader implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TlsReloader.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private record Watched(Reloaded<?> files, LongAdder failures) {}

    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private Optional<ScheduledThreadPoolExecutor> executor = Optional.empty();

    static <T> Reloaded<T> load(
            String what,
            List<Path> files,
            Reloaded.Loader<T> loader,
            Function<T, Optional<Instant>> expiry,
            Clock clock)
            throws TlsFileException {
        try {
            return new Reloaded<>(what, files, loader, expiry, clock);
        } catch (IOException e) {
            throw new TlsFileException(what + ": " + e.getMessage(), e);
        }
    }

    synchronized void watch(Reloaded<?> reloaded) {
        watched.add(new Watched(reloaded, new LongAdder()));
        if (executor.isEmpty()) {
            ScheduledThreadPoolExecutor started =
                    new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("tls-reload", true));
            started.scheduleWithFixedDelay(
                    this::checkAll, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            executor = Optional.of(started);
        }
    }

    private void checkAll() {
        for (Watched each : watched) {
            try {
                each.files.check().ifPresent(failure -> each.failures.increment());
            } catch (RuntimeException e) {
                log.error("{}: its files could not be looked at", each.files.what(), e);
            }
        }
    }

    /** When the certificates in use end, by whose they are. */
    public Map<String, Instant> expiries() {
        Map<String, Instant> expiries = new HashMap<>();
        watched.forEach(each -> each.files.expires().ifPresent(end -> expiries.put(each.files.what(), end)));
        return expiries;
    }

    /** How often changed files could not be used, by whose they are. */
    public Map<String, Long> failures() {
        Map<String, Long> failures = new HashMap<>();
        watched.forEach(each -> failures.put(each.files.what(), each.failures.sum()));
        return failures;
    }

    @Override
    public synchronized void close() {
        executor.ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
    }
}
