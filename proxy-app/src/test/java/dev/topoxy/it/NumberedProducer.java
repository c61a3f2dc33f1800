package dev.topoxy.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.VoidSerializer;
import org.awaitility.Awaitility;

/**
 * Writes 0, 1, 2 ... to each partition of a topic in a thread of its own until it is stopped, idempotently or in
 * transactions of which every third is aborted. A number that fails to be written ends it.
 */
final class NumberedProducer implements AutoCloseable {

    /** What aborted transactions write: no reader of committed records must see it. */
    static final int ABORTED = -1;

    private static final int RECORDS_PER_TRANSACTION = 5;

    private final String topic;
    private final int partitions;
    private final KafkaProducer<Void, Integer> producer;
    private final CompletableFuture<Void> work;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private volatile boolean stopped;
    private volatile int rounds;

    private NumberedProducer(String topic, int partitions, Map<String, Object> settings, boolean transactional) {
        this.topic = topic;
        this.partitions = partitions;
        Map<String, Object> all = new HashMap<>(settings);
        all.put("acks", "all");
        all.put("enable.idempotence", "true");
        all.put("max.block.ms", "120000");
        all.put("reconnect.backoff.max.ms", "500");
        this.producer = new KafkaProducer<>(all, new VoidSerializer(), new IntegerSerializer());
        this.work = CompletableFuture.runAsync(transactional ? this::transactions : this::stream);
    }

    static NumberedProducer idempotent(String bootstrap, String topic, int partitions) {
        return new NumberedProducer(topic, partitions, Map.of("bootstrap.servers", bootstrap), false);
    }

    static NumberedProducer transactional(String bootstrap, String topic, int partitions) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "transactional.id", topic);
        return new NumberedProducer(topic, partitions, settings, true);
    }

    private void stream() {
        for (int number = 0; !stopped && !failure.isDone(); number++) {
            send(number);
            rounds = number + 1;
            // A few thousand records tell as much as a million.
            LockSupport.parkNanos(2_000_000);
        }
        producer.flush();
    }

    private void transactions() {
        producer.initTransactions();
        int number = 0;
        for (int transaction = 0; !stopped; transaction++) {
            producer.beginTransaction();
            boolean abort = transaction % 3 == 2;
            List<CompletableFuture<Void>> sent = new ArrayList<>();
            for (int i = 0; i < RECORDS_PER_TRANSACTION; i++) {
                sent.addAll(send(abort ? ABORTED : number++));
            }
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
            end(abort);
            rounds = number;
        }
    }

    private void end(boolean abort) {
        while (true) {
            try {
                if (abort) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
                return;
            } catch (TimeoutException e) {
                // The same call again is how a producer is to go on after this.
            }
        }
    }

    private List<CompletableFuture<Void>> send(int number) {
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            sent.add(done);
            producer.send(new ProducerRecord<>(topic, partition, null, number), (metadata, exception) -> {
                if (exception == null) {
                    acknowledged.incrementAndGet();
                    done.complete(null);
                } else {
                    failure.completeExceptionally(exception);
                    done.completeExceptionally(exception);
                }
            });
        }
        return sent;
    }

    /** Waits until so many more records than now are acknowledged. */
    void awaitProgress(int records) {
        int goal = acknowledged.get() + records;
        Awaitility.await().atMost(Duration.ofSeconds(90)).until(() -> {
            if (work.isCompletedExceptionally()) {
                work.join();
            }
            return failure.isCompletedExceptionally() || acknowledged.get() >= goal;
        });
        failure.getNow(null);
    }

    /** Writes no more; returns how many numbers each partition holds once all are acknowledged. */
    int stop() throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
        stopped = true;
        work.get(120, TimeUnit.SECONDS);
        failure.getNow(null);
        return rounds;
    }

    @Override
    public void close() {
        stopped = true;
        producer.close(Duration.ofSeconds(10));
    }
}
