package dev.topoxy.filters.store.kafka;

import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.filters.store.StoreLag;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RecordTooLargeException;
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
    private static final long READ_BACK_MS = 1_000;
    private static final int COMPLETION_THREADS = 2;
    /** How often it is looked whether the topic is still the same. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** The same after something failed. */
    private static final long EARLY_CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(CompactedTopic.class);

    private final TopicSettings settings;
    private final Sink sink;
    private final TopicWriter writer;
    private final ReadPositions positions;
    private final ReadingLag lag = new ReadingLag(System::nanoTime);
    private final ExecutorService completions = Executors.newFixedThreadPool(COMPLETION_THREADS, task -> {
        var completion = new Thread(task, "topology-topic-writes");
        completion.setDaemon(true);
        return completion;
    });
    private final RateLimitedLog warnings = new RateLimitedLog(log, WARNING_INTERVAL);
    private final CompletableFuture<Void> usable = new CompletableFuture<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private volatile @Nullable TopicReader reader;
    private volatile boolean failed;

    /** Told of what the topic holds; must not throw. */
    interface Sink {

        /** A record, in order within a partition, on one thread save for one of its own that could not be read back. */
        void read(TopicRecord record);

        /** The topic was deleted: nothing that was read counts any more. */
        void startOver();
    }

    /** Starts reading. */
    CompactedTopic(TopicSettings settings, Sink sink) {
        this.settings = settings;
        this.sink = sink;
        this.positions = new ReadPositions();
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

    /**
     * Writes a record and waits until it was read back, so that the sink knows it and all before it. One that all in-sync
     * replicas acknowledged counts as written even where it cannot be read back in time; the sink is told of it then.
     *
     * @param after see {@link TopicRecord#after}
     * @return on a thread of this class, where blocking for a moment harms nobody; fails as {@link TopicWriter#write} does
     */
    CompletableFuture<TopicRecord> write(
            String key, Optional<byte[]> value, Optional<Integer> partition, OptionalLong after) {
        return writer.write(key, value, partition, after)
                .whenComplete((record, failure) -> {
                    if (failure != null && !(failure instanceof RecordTooLargeException)) {
                        failed = true;
                    }
                })
                .thenCompose(record -> positions
                        .awaitRead(record.partition(), record.offset())
                        .completeOnTimeout(false, READ_BACK_MS, TimeUnit.MILLISECONDS)
                        .thenApplyAsync(read -> acknowledged(record, read), completions));
    }

    private TopicRecord acknowledged(TopicRecord record, boolean read) {
        if (!read) {
            sink.read(record);
        }
        return record;
    }

    String name() {
        return settings.topic();
    }

    /** The largest record that the topic takes, for a message. */
    CompletableFuture<String> maxMessageBytes() {
        return writer.limit();
    }

    /** How far behind the topic this is. */
    StoreLag lag() {
        return lag.current();
    }

    private void run() {
        long pauseMs = FIRST_PAUSE_MS;
        Optional<Uuid> before = Optional.empty();
        while (!isClosed()) {
            try {
                Uuid id = TopicSetup.ensure(settings);
                usable.complete(null);
                if (before.isPresent() && !before.get().equals(id)) {
                    startOver();
                }
                before = Optional.of(id);
                follow(id);
                pauseMs = FIRST_PAUSE_MS;
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

    private void startOver() {
        log.error(
                "topic {} was deleted and is a new one now: the topology descriptions in it are lost, and running"
                        + " applications are asked for theirs again",
                settings.topic());
        positions.startOver();
        sink.startOver();
    }

    /** Reads until this is closed or the topic is no longer the one with that id. */
    private void follow(Uuid id) throws InterruptedException {
        long start = System.nanoTime();
        long checkedAt = start;
        try (TopicReader opened = new TopicReader(settings, this::pass)) {
            reader = opened;
            while (!isClosed()) {
                long unchecked = System.nanoTime() - checkedAt;
                if (unchecked > CHECK_NANOS || (failed && unchecked > EARLY_CHECK_NANOS)) {
                    failed = false;
                    if (isGone(id)) {
                        return;
                    }
                    checkedAt = System.nanoTime();
                }
                try {
                    if (opened.poll() && ready.complete(null)) {
                        log.info(
                                "topic {} has been read in {} ms",
                                settings.topic(),
                                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                    }
                    lag.look(opened::unread);
                } catch (WakeupException e) {
                    return;
                } catch (KafkaException e) {
                    failed = true;
                    warn(e);
                    pause(FIRST_PAUSE_MS);
                }
            }
        }
    }

    private boolean isGone(Uuid id) throws InterruptedException {
        try {
            return !TopicSetup.exists(settings, id);
        } catch (TopicUnusableException e) {
            warn(e);
        } catch (ExecutionException e) {
            warn(e.getCause() == null ? e : e.getCause());
        } catch (KafkaException e) {
            warn(e);
        }
        return false;
    }

    private void pass(TopicRecord record) {
        sink.read(record);
        positions.read(record.partition(), record.offset());
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
        completions.shutdown();
    }
}
