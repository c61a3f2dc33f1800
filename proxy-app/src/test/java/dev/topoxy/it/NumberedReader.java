package dev.topoxy.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.VoidDeserializer;
import org.awaitility.Awaitility;

/** Reads what {@link NumberedProducer} writes: as a member of a group beside it, or afterwards from the beginning. */
final class NumberedReader implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private final CompletableFuture<Void> work;
    private final Map<Integer, Set<Integer>> seen;
    private volatile boolean stopped;

    private NumberedReader(KafkaConsumer<Void, Integer> consumer, Map<Integer, Set<Integer>> seen) {
        this.seen = seen;
        this.work = CompletableFuture.runAsync(() -> follow(consumer));
    }

    /** A consumer group of so many members, which all tell the last one what they see. */
    static List<NumberedReader> group(String bootstrap, String topic, int members) {
        Map<Integer, Set<Integer>> seen = new ConcurrentHashMap<>();
        return IntStream.range(0, members)
                .mapToObj(member -> {
                    KafkaConsumer<Void, Integer> consumer =
                            consumer(bootstrap, Map.of("group.id", topic + "-group", "auto.commit.interval.ms", "500"));
                    consumer.subscribe(List.of(topic));
                    return new NumberedReader(consumer, seen);
                })
                .toList();
    }

    private static KafkaConsumer<Void, Integer> consumer(String bootstrap, Map<String, Object> more) {
        return new KafkaConsumer<>(settings(bootstrap, more), new VoidDeserializer(), new IntegerDeserializer());
    }

    private static Map<String, Object> settings(String bootstrap, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", bootstrap);
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_committed");
        settings.put("reconnect.backoff.max.ms", "500");
        settings.put("max.poll.records", "10000");
        return settings;
    }

    private void follow(KafkaConsumer<Void, Integer> consumer) {
        try (consumer) {
            while (!stopped) {
                for (ConsumerRecord<Void, Integer> each : consumer.poll(Duration.ofMillis(100))) {
                    seen.computeIfAbsent(each.partition(), partition -> ConcurrentHashMap.newKeySet())
                            .add(each.value());
                }
            }
        }
    }

    /** Waits until the group has seen {@code 0 ... count-1} in each partition. */
    void awaitAll(int partitions, int count) {
        Awaitility.await().atMost(TIMEOUT).until(() -> {
            if (work.isCompletedExceptionally()) {
                work.join();
            }
            return IntStream.range(0, partitions)
                    .allMatch(
                            partition -> seen.getOrDefault(partition, Set.of()).size() >= count);
        });
    }

    /**
     * The committed records of a partition in the order a consumer is given them, from the first to what is the end at
     * this moment.
     */
    static List<Integer> read(String bootstrap, String topic, int partition) {
        return read(bootstrap, topic, partition, new IntegerDeserializer());
    }

    /** As {@link #read(String, String, int)}, of values of any kind. */
    static <T> List<T> read(String bootstrap, String topic, int partition, Deserializer<T> values) {
        TopicPartition source = new TopicPartition(topic, partition);
        List<T> numbers = new ArrayList<>();
        try (KafkaConsumer<byte[], T> consumer =
                new KafkaConsumer<>(settings(bootstrap, Map.of()), new ByteArrayDeserializer(), values)) {
            consumer.assign(List.of(source));
            consumer.seekToBeginning(List.of(source));
            long end = consumer.endOffsets(List.of(source), TIMEOUT).getOrDefault(source, 0L);
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(TIMEOUT)
                    .until(() -> {
                        consumer.poll(Duration.ofMillis(100)).forEach(each -> numbers.add(each.value()));
                        return consumer.position(source) >= end;
                    });
        }
        return numbers;
    }

    @Override
    public void close() {
        stopped = true;
        work.join();
    }
}
