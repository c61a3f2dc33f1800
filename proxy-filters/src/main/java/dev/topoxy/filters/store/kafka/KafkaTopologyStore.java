package dev.topoxy.filters.store.kafka;

import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.filters.store.DamagedDocumentException;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.GroupDocumentJson;
import dev.topoxy.filters.store.GroupSummary;
import dev.topoxy.filters.store.GroupSummaryJson;
import dev.topoxy.filters.store.HistoryStore;
import dev.topoxy.filters.store.PackedDocument;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps descriptions in a compacted topic. Every proxy with such a store holds all of them in memory, deflated, in the
 * order that the topic gives them, so that all answer alike. Until the topic has been read, whoever asks waits.
 */
public final class KafkaTopologyStore extends HistoryStore {

    /** Callers that wait for the topic to be read; more are refused, so that an unreachable topic takes no memory. */
    private static final int MOST_WAITING = 10_000;

    private static final Logger log = LoggerFactory.getLogger(KafkaTopologyStore.class);

    private final String clusterServers;
    private final ConcurrentHashMap<String, Held> held = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofMinutes(1));

    private volatile @Nullable CompactedTopic topic;

    /**
     * A store that {@code configure} starts.
     *
     * @param clusterServers the bootstrap servers of the cluster that the proxy stands before, where the topic is
     *     unless the settings say otherwise
     */
    public KafkaTopologyStore(String clusterServers) {
        this.clusterServers = clusterServers;
    }

    @Override
    public void configure(Map<String, ?> configs) {
        super.configure(configs);
        TopicSettings settings = TopicSettings.of(configs, clusterServers);
        var opened = new CompactedTopic(settings, this::read);
        topic = opened;
        try {
            opened.awaitUsable(settings.startTimeoutMs());
        } catch (TopicUnusableException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private CompactedTopic topic() {
        CompactedTopic opened = topic;
        if (opened == null) {
            throw new IllegalStateException("not configured");
        }
        return opened;
    }

    @Override
    protected CompletableFuture<Void> ready() {
        CompletableFuture<Void> ready = topic().ready();
        if (ready.isDone()) {
            return ready;
        }
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return CompletableFuture.failedFuture(new NotReadYetException());
        }
        return ready.whenComplete((done, failure) -> waiting.decrementAndGet());
    }

    /** What the topic says, in its order. */
    private synchronized void read(TopicRecord record) {
        RecordKey.of(record.key()).ifPresent(key -> {
            if (key.kind() == RecordKey.Kind.SEEN) {
                record.value().ifPresent(value -> readSeen(key.groupId(), value));
            } else if (record.value().isPresent()) {
                readDocument(key.groupId(), record.value().get(), record);
            } else {
                readTombstone(key.groupId(), record);
            }
        });
    }

    private void readDocument(String groupId, byte[] json, TopicRecord record) {
        Held before = held.get(groupId);
        if (before != null && before.supersedes(record)) {
            return;
        }
        try {
            Optional<GroupSummary> summary = GroupSummaryJson.read(json);
            if (summary.isEmpty()) {
                warnings.warn(
                        "newer",
                        "topic {} holds records of a newer version of this program, which are left out",
                        topic().name());
            } else if (!summary.get().groupId().equals(groupId)) {
                throw new DamagedDocumentException("it is of another group than its key says");
            } else {
                held.put(groupId, Held.of(PackedDocument.ofJson(json), record));
                learned(summary.get());
            }
        } catch (DamagedDocumentException e) {
            damaged(record.partition(), record.offset(), e);
        }
    }

    private void readTombstone(String groupId, TopicRecord record) {
        Held before = held.get(groupId);
        // One in another partition ends what an earlier number of partitions left there.
        if (before != null && before.partition == record.partition()) {
            held.remove(groupId);
            forgotten(groupId);
        }
    }

    private void readSeen(String groupId, byte[] value) {
        try {
            noted(groupId, Instant.parse(new String(value, StandardCharsets.UTF_8)));
        } catch (DateTimeException e) {
            log.debug("a record of topic {} is no time", topic().name(), e);
        }
    }

    private void damaged(int partition, long offset, DamagedDocumentException problem) {
        warnings.warn(
                "damaged",
                "topic {} holds a record at partition {} offset {} that cannot be read and is left out: {}",
                topic().name(),
                partition,
                offset,
                String.valueOf(problem.getMessage()));
    }

    @Override
    protected CompletableFuture<Void> put(GroupDocument document) {
        String groupId = document.groupId();
        Held before = held.get(groupId);
        byte[] json = GroupDocumentJson.write(document);
        return topic().write(topologyKey(groupId), Optional.of(json), Optional.empty())
                .thenCompose(record -> before == null || before.partition == record.partition()
                        ? CompletableFuture.completedFuture(null)
                        : topic().write(topologyKey(groupId), Optional.empty(), Optional.of(before.partition))
                                .thenAccept(cleared -> {}));
    }

    /** All is told in the order of the topic, which others write to as well. */
    @Override
    protected boolean tellsOfItsOwn() {
        return true;
    }

    @Override
    protected CompletableFuture<Void> drop(String groupId) {
        Held before = held.get(groupId);
        if (before == null) {
            return CompletableFuture.completedFuture(null);
        }
        Optional<Integer> partition = Optional.of(before.partition);
        String seenKey = new RecordKey(RecordKey.Kind.SEEN, groupId).text();
        return topic().write(topologyKey(groupId), Optional.empty(), partition)
                .thenCompose(dropped -> topic().write(seenKey, Optional.empty(), partition))
                .thenAccept(dropped -> {});
    }

    @Override
    protected CompletableFuture<Optional<GroupDocument>> fetch(String groupId) {
        Held found = held.get(groupId);
        if (found == null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        try {
            return CompletableFuture.completedFuture(found.document.unpack());
        } catch (DamagedDocumentException e) {
            damaged(found.partition, found.offset, e);
            held.remove(groupId, found);
            return CompletableFuture.completedFuture(Optional.empty());
        }
    }

    /** A record of its own, so that it can never replace a document that another proxy just wrote. */
    @Override
    protected CompletableFuture<Void> touch(String groupId, Instant seen) {
        Held found = held.get(groupId);
        if (found == null) {
            return CompletableFuture.completedFuture(null);
        }
        byte[] value = seen.toString().getBytes(StandardCharsets.UTF_8);
        String key = new RecordKey(RecordKey.Kind.SEEN, groupId).text();
        return topic().write(key, Optional.of(value), Optional.of(found.partition))
                .thenAccept(noted -> {});
    }

    private static String topologyKey(String groupId) {
        return new RecordKey(RecordKey.Kind.TOPOLOGY, groupId).text();
    }

    @Override
    public void close() {
        super.close();
        CompactedTopic opened = topic;
        if (opened != null) {
            opened.close();
        }
    }

    /** A group's document and where it stands in the topic. */
    private record Held(PackedDocument document, int partition, long offset, long timestampMs) {

        static Held of(PackedDocument document, TopicRecord record) {
            return new Held(document, record.partition(), record.offset(), record.timestampMs());
        }

        /** In one partition the later record counts; across partitions, after their number changed, the younger. */
        boolean supersedes(TopicRecord record) {
            return partition == record.partition() ? offset >= record.offset() : timestampMs > record.timestampMs();
        }
    }

    /** Somebody asked while the topic was being read and too many others waited already. */
    private static final class NotReadYetException extends RetriableException {

        private static final long serialVersionUID = 1L;

        NotReadYetException() {
            super("the topic of topology descriptions has not been read yet");
        }
    }
}
