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

    private record Watched(Reloaded<?> files, Runnable onFailure) {}

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

    /**
     * @param onFailure run each time that changed files could not be used
     */
    synchronized void watch(Reloaded<?> reloaded, Runnable onFailure) {
        watched.add(new Watched(reloaded, onFailure));
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
                each.files.check().ifPresent(failure -> each.onFailure.run());
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

    @Override
    public synchronized void close() {
        executor.ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
    }
}
