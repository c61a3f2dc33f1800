package dev.topoxy.filters.lineage;

import dev.topoxy.core.log.RateLimitedLog;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends job events, one after the other, on a thread of its own. What the receiver could not take now (no answer, 5xx,
 * 429) is tried again after a pause that doubles with each failure in a row; what it refuses is not. {@link #send}
 * never blocks and may be called from any thread.
 */
final class LineageSender implements AutoCloseable {

    static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private static final Logger log = LoggerFactory.getLogger(LineageSender.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
    private static final long CLOSE_MS = 2_000;

    /** The pause after the first failure in a row, and the longest one. */
    record Backoff(Duration first, Duration longest) {

        long millis(int failures) {
            long doubled = first.toMillis() << Math.min(failures - 1, 20);
            double jitter = ThreadLocalRandom.current().nextDouble(0.8, 1.2);
            return Math.max(1, (long) (Math.min(longest.toMillis(), doubled) * jitter));
        }
    }

    private final OpenLineageSettings settings;
    private final Backoff backoff;
    private final String clusterName;
    private final JobEvents events;
    private final LineageQueue queue;
    private final RateLimitedLog warnings = new RateLimitedLog(log, LOG_INTERVAL);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final HttpClient client;
    private final Thread thread;

    LineageSender(String clusterName, OpenLineageSettings settings, Backoff backoff) {
        this.settings = settings;
        this.backoff = backoff;
        this.clusterName = clusterName;
        events = new JobEvents(settings.namespace(), settings.datasetNamespace());
        queue = new LineageQueue(settings.queue());
        // A redirect is not followed: it would carry the token elsewhere.
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.timeout())
                .build();
        thread = new Thread(this::run, "openlineage-" + clusterName);
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes it over to be sent some time. */
    void send(Stored stored) {
        queue.put(stored).ifPresent(this::dropped);
    }

    long sent() {
        return sent.get();
    }

    long dropped() {
        return dropped.get();
    }

    long refused() {
        return refused.get();
    }

    private void run() {
        int failures = 0;
        try {
            Optional<Stored> next = queue.take();
            while (next.isPresent()) {
                if (attempt(next.get())) {
                    failures = 0;
                } else {
                    queue.putBack(next.get()).ifPresent(this::dropped);
                    if (!queue.pause(backoff.millis(++failures))) {
                        return;
                    }
                }
                next = queue.take();
            }
        } catch (InterruptedException e) {
            log.debug("cluster '{}': sending to {} was interrupted", clusterName, settings.url());
        }
    }

    /** Whether it is done with, sent or refused. */
    private boolean attempt(Stored stored) throws InterruptedException {
        try {
            int status = post(events.of(stored));
            if (status / 100 == 2) {
                sent.incrementAndGet();
                return true;
            }
            if (status / 100 == 5 || status == 429) {
                warnings.warn(
                        "later",
                        "cluster '{}': {} answered {}; lineage waits and is sent again",
                        clusterName,
                        settings.url(),
                        status);
                return false;
            }
            refused.incrementAndGet();
            warnings.warn(
                    "refused" + status,
                    "cluster '{}': {} refused a lineage event with {}, it is not sent again: check openlineage.url and"
                            + " openlineage.token",
                    clusterName,
                    settings.url(),
                    status);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            warnings.warn(
                    "later",
                    "cluster '{}': {} cannot be reached ({}); lineage waits and is sent again",
                    clusterName,
                    settings.url(),
                    cause.getClass().getSimpleName());
            return false;
        } catch (RuntimeException e) {
            // A description that cannot be written must not end the thread that sends all others.
            refused.incrementAndGet();
            warnings.warn("unsendable", "cluster '{}': a lineage event cannot be sent", clusterName, e);
            return true;
        }
    }

    /** The timeout is for the whole exchange: a receiver that sends its answer byte by byte is given up, too. */
    private int post(String event) throws ExecutionException, TimeoutException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.url())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(event, StandardCharsets.UTF_8));
        settings.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .statusCode();
        } finally {
            answer.cancel(true);
        }
    }

    private void dropped(Stored stored) {
        long count = dropped.incrementAndGet();
        warnings.warn(
                "dropped",
                "cluster '{}': lineage of a group is dropped, since openlineage.queue = {} descriptions wait already"
                        + " ({} dropped so far)",
                clusterName,
                settings.queue(),
                count);
        log.debug(
                "cluster '{}': lineage of topology {} is dropped",
                clusterName,
                stored.version().id());
    }

    /** Sends what waits unless the receiver makes it wait, and returns within a few seconds in any case. */
    @Override
    public void close() {
        queue.close();
        try {
            thread.join(CLOSE_MS);
            thread.interrupt();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        int left = queue.size();
        if (left > 0) {
            log.warn("cluster '{}': lineage of {} groups was not sent before the end", clusterName, left);
        }
    }
}
