package dev.topoxy.filters.store.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Reads all partitions of the topic from their beginning and goes on with what is added, also to partitions that are
 * added. Used by one thread, but for {@link #wakeUp}.
 */
final class TopicReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofSeconds(1);
    /** Nothing comes where the topic is empty, and that is known at once. */
    private static final Duration FIRST_POLLS = Duration.ofMillis(50);

    /** As long as a poll takes where there is nothing to read. */
    private static final Duration LAG_TIMEOUT = POLL;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final String topic;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Consumer<TopicRecord> sink;
    private final Map<TopicPartition, Long> unread = new HashMap<>();

    TopicReader(TopicSettings settings, Consumer<TopicRecord> sink) {
        this.topic = settings.topic();
        this.consumer = new KafkaConsumer<>(settings.consumer());
        this.sink = sink;
    }

    /**
     * Passes on what there is, waiting a second at most where there is nothing. After a failure it can be called
     * again and loses nothing.
     *
     * @return whether everything has been read that was in the topic when its partitions were first seen
     */
    boolean poll() {
        assignNewPartitions();
        for (ConsumerRecord<String, byte[]> record : consumer.poll(unread.isEmpty() ? POLL : FIRST_POLLS)) {
            // Without a key nothing can be said of any group.
            if (record.key() != null) {
                sink.accept(new TopicRecord(
                        record.key(),
                        Optional.ofNullable(record.value()),
                        record.partition(),
                        record.offset(),
                        record.timestamp(),
                        AfterHeader.of(record.headers())));
            }
        }
        unread.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
        return unread.isEmpty();
    }

    private void assignNewPartitions() {
        List<TopicPartition> added = new ArrayList<>();
        List<PartitionInfo> partitions = consumer.partitionsFor(topic);
        if (partitions.isEmpty()) {
            throw new UnknownTopicOrPartitionException("the topic does not exist any more");
        }
        for (PartitionInfo info : partitions) {
            var partition = new TopicPartition(topic, info.partition());
            if (!consumer.assignment().contains(partition)) {
                added.add(partition);
            }
        }
        if (!added.isEmpty()) {
            // Asked for first: a failure here leaves everything as it was.
            Map<TopicPartition, Long> ends = consumer.endOffsets(added);
            List<TopicPartition> all = new ArrayList<>(consumer.assignment());
            all.addAll(added);
            consumer.assign(all);
            consumer.seekToBeginning(added);
            unread.putAll(ends);
        }
    }

    /** How many records of all partitions have not been passed on yet; empty where their leaders cannot be asked. */
    OptionalLong unread() {
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment(), LAG_TIMEOUT);
            long unread = 0;
            for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
                unread += Math.max(0, end.getValue() - consumer.position(end.getKey(), LAG_TIMEOUT));
            }
            return OptionalLong.of(unread);
        } catch (TimeoutException e) {
            return OptionalLong.empty();
        }
    }

    /** Makes a poll under way fail. */
    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE_TIMEOUT));
    }
}
