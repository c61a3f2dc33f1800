package dev.topoxy.filters.store.kafka;

import dev.topoxy.core.log.RateLimitedLog;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A compacted topic that this process reads as a whole and writes to. One thread of its own sets the topic up, reads it
 * and follows it; whatever fails there is tried again until {@link #close}. Thread-safe.
 */
final class CompactedTopic implements AutoCloseable {

    private static final long FIRST_PAUSE_MS = 250;
    private static final long LONGEST_PAUSE_MS = 5_000;
    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(CompactedTopic.class);

    private final TopicSettings settings;
    private final Consumer<TopicRecord> sink;
    private final TopicWriter writer;
    private final RateLimitedLog warnings = new RateLimitedLog(log, WARNING_INTERVAL);
    private final CompletableFuture<Void> usable = new CompletableFuture<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private volatile @Nullable TopicReader reader;

    /**
     * Starts reading.
     *
     * @param sink told of every record, in order within a partition, on one thread; must not throw
     */
    CompactedTopic(TopicSettings settings, Consumer<TopicRecord> sink) {
        this.settings = settings;
        this.sink = sink;
        this.writer = new TopicWriter(settings);
        this.thread = new Thread(this::run, "topology-topic");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits until the topic was found or created, or for the given time where the cluster cannot be asked so long.
     *
     * @throws TopicUnusableException where it is clear that waiting longer is of no use
     */
    void awaitUsable(long timeoutMs) throws TopicUnusableException {
        try {
            usable.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicUnusableException unusable) {
                throw unusable;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            log.warn(
                    "topic {} could not be reached within {} ms: topology descriptions are neither stored nor served"
                            + " until it can, all else is",
                    settings.topic(),
                    timeoutMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Completes when all that was in the topic at the start has been passed on; fails when this is closed before. */
    CompletableFuture<Void> ready() {
        return ready;
    }

    /** See {@link TopicWriter#write}. */
    CompletableFuture<TopicRecord> write(byte[] key, Optional<byte[]> value, Optional<Integer> partition) {
        return writer.write(key, value, partition);
    }

    private void run() {
        long pauseMs = FIRST_PAUSE_MS;
        while (!isClosed()) {
            try {
                TopicSetup.ensure(settings);
                usable.complete(null);
                follow();
                return;
            } catch (TopicUnusableException e) {
                usable.completeExceptionally(e);
                warn(e);
            } catch (ExecutionException e) {
                warn(e.getCause() == null ? e : e.getCause());
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                warn(e);
            }
            pause(pauseMs);
            pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
        }
    }

    private void follow() {
        long start = System.nanoTime();
        try (TopicReader opened = new TopicReader(settings, sink)) {
            reader = opened;
            while (!isClosed()) {
                try {
                    if (opened.poll() && ready.complete(null)) {
                        log.info(
                                "topic {} has been read in {} ms",
                                settings.topic(),
                                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                    }
                } catch (WakeupException e) {
                    return;
                } catch (KafkaException e) {
                    warn(e);
                    pause(FIRST_PAUSE_MS);
                }
            }
        }
    }

    private void warn(Throwable failure) {
        if (!isClosed()) {
            warnings.warn(
                    failure.getClass().getName(),
                    "topic {} of topology descriptions cannot be read, tried again: {}",
                    settings.topic(),
                    failure instanceof TopicUnusableException
                            ? String.valueOf(failure.getMessage())
                            : failure.toString());
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void pause(long ms) {
        try {
            boolean unused = closed.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes a few seconds at most, whatever the brokers do. */
    @Override
    public void close() {
        closed.countDown();
        ready.completeExceptionally(new IllegalStateException("closed"));
        TopicReader open = reader;
        if (open != null) {
            open.wakeUp();
        }
        writer.close();
        try {
            thread.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
