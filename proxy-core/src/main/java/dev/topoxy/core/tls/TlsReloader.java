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
import java.util.function.Consumer;
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

    private final Consumer<String> onFailure;
    private final List<Reloaded<?>> watched = new CopyOnWriteArrayList<>();
    private Optional<ScheduledThreadPoolExecutor> executor = Optional.empty();

    /**
     * @param onFailure told each time that changed files could not be used, and whose they are
     */
    public TlsReloader(Consumer<String> onFailure) {
        this.onFailure = onFailure;
    }

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
        watched.add(reloaded);
        if (executor.isEmpty()) {
            ScheduledThreadPoolExecutor started =
                    new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("tls-reload", true));
            started.scheduleWithFixedDelay(
                    this::checkAll, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            executor = Optional.of(started);
        }
    }

    private void checkAll() {
        for (Reloaded<?> each : watched) {
            try {
                each.check().ifPresent(failure -> onFailure.accept(each.what()));
            } catch (RuntimeException e) {
                log.error("{}: its files could not be looked at", each.what(), e);
            }
        }
    }

    /** When the certificates in use end, by whose they are. */
    public Map<String, Instant> expiries() {
        Map<String, Instant> expiries = new HashMap<>();
        watched.forEach(each -> each.expires().ifPresent(end -> expiries.put(each.what(), end)));
        return expiries;
    }

    @Override
    public synchronized void close() {
        executor.ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
    }
}
