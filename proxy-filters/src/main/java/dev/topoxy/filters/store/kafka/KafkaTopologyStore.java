package dev.topoxy.filters.store.kafka;

import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.GroupDocumentJson;
import dev.topoxy.filters.store.GroupSummary;
import dev.topoxy.filters.store.HistoryStore;
import dev.topoxy.filters.store.StoreKeys;
import dev.topoxy.filters.store.StoreLag;
import dev.topoxy.plugin.TopologyDescriptionTooLargeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
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

    private static final long LEAST_COMPLETION_MS = 200;
    private static final long MOST_COMPLETION_MS = 2_000;

    private static final Logger log = LoggerFactory.getLogger(KafkaTopologyStore.class);

    private static final int SHARE_OF_HEAP = 2;

    private final String clusterServers;
    private final long mostBytes = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
    private final AtomicInteger waiting = new AtomicInteger();
    private final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofMinutes(1));

    private volatile @Nullable CompactedTopic topic;
    private volatile @Nullable HeldDocuments held;
    private volatile boolean closed;

    /**
     * A store that {@code configure} starts.
     *
     * @param clusterServers the bootstrap servers of the cluster that the proxy stands before, where the topic is
     *     unless the settings say otherwise
     */
    public KafkaTopologyStore(String clusterServers) {
        this.clusterServers = clusterServers;
    }

    /** What its configuration may hold; the parameter as in the constructor. */
    public static StoreKeys keys(String clusterServers) {
        return TopicSettings.keys(clusterServers);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        super.configure(configs);
        TopicSettings settings = TopicSettings.of(configs, clusterServers);
        var documents = new HeldDocuments(settings.topic(), this::history, new TopicChanges());
        held = documents;
        var opened = new CompactedTopic(settings, documents);
        topic = opened;
        try {
            opened.awaitUsable(settings.startTimeoutMs());
        } catch (TopicUnusableException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private CompactedTopic topic() {
        return configured(topic);
    }

    HeldDocuments held() {
        return configured(held);
    }

    private static <T> T configured(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("not configured");
        }
        return part;
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

    /** One of the proxies, all of which have merged the same, writes the document before the others come to it. */
    private void completeLater(String groupId) {
        long delayMs = ThreadLocalRandom.current().nextLong(LEAST_COMPLETION_MS, MOST_COMPLETION_MS);
        CompletableFuture.delayedExecutor(delayMs, TimeUnit.MILLISECONDS).execute(() -> {
            if (closed || held().find(groupId).map(HeldDocument::complete).orElse(true)) {
                return;
            }
            CompletableFuture<Void> unused = fetch(groupId)
                    .thenCompose(document ->
                            document.map(this::put).orElseGet(() -> CompletableFuture.completedFuture(null)))
                    .exceptionally(failure -> {
                        log.debug("a merged document could not be written, tried again", failure);
                        completeLater(groupId);
                        return null;
                    });
        });
    }

    @Override
    protected CompletableFuture<Void> put(GroupDocument document) {
        if (held().bytes() > mostBytes) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(
                            "the kafka store is full: its descriptions take " + held().bytes() + " bytes, more than "
                                    + mostBytes
                                    + ": raise -Xmx (TOPOXY_JVM_OPTS), of which that is a part, or lower expiry.ms or history"));
        }
        String groupId = document.groupId();
        Optional<HeldDocument> before = held().find(groupId);
        long after = before.map(known -> known.after(document)).orElse(HeldDocument.AFTER_NONE);
        return writeFitting(document, OptionalLong.of(after))
                .thenCompose(record -> before.isEmpty() || before.get().partition() == record.partition()
                        ? CompletableFuture.completedFuture(null)
                        : clear(topologyKey(groupId), before.get().partition()));
    }

    private CompletableFuture<Void> clear(String key, int partition) {
        return topic().write(key, Optional.empty(), Optional.of(partition), OptionalLong.empty())
                .thenAccept(cleared -> {});
    }

    /** Writes the document, or as many of its newest versions as the topic takes. */
    private CompletableFuture<TopicRecord> writeFitting(GroupDocument document, OptionalLong after) {
        byte[] json = GroupDocumentJson.write(document);
        return topic().write(topologyKey(document.groupId()), Optional.of(json), Optional.empty(), after)
                .exceptionallyCompose(failure -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    if (!(cause instanceof RecordTooLargeException)) {
                        return CompletableFuture.failedFuture(failure);
                    }
                    return document.versions().size() > 1
                            ? writeFitting(document.shortened(), after)
                                    .whenComplete((record, again) -> toldOfShortening(record))
                            : tooLarge(json.length);
                });
    }

    private void toldOfShortening(@Nullable TopicRecord record) {
        if (record != null) {
            warnings.warn(
                    "shortened",
                    "topic {} takes no records of the size that the history of a group has: older descriptions are left"
                            + " out; raise max.message.bytes of the topic, or lower history in plugin.config",
                    topic().name());
        }
    }

    private CompletableFuture<TopicRecord> tooLarge(int bytes) {
        return topic().maxMessageBytes()
                .thenCompose(limit -> CompletableFuture.failedFuture(
                        new TopologyDescriptionTooLargeException("The topology description takes " + bytes
                                + " bytes in the store, more than " + TopicConfig.MAX_MESSAGE_BYTES_CONFIG + " ("
                                + limit + ") of topic " + topic().name() + " allows.")));
    }

    /** All is told in the order of the topic, which others write to as well. */
    @Override
    protected boolean tellsOfItsOwn() {
        return true;
    }

    @Override
    protected CompletableFuture<Void> drop(String groupId) {
        Optional<HeldDocument> before = held().find(groupId);
        if (before.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        int partition = before.get().partition();
        String seenKey = new RecordKey(RecordKey.Kind.SEEN, groupId).text();
        return clear(topologyKey(groupId), partition).thenCompose(dropped -> clear(seenKey, partition));
    }

    @Override
    protected CompletableFuture<Optional<GroupDocument>> fetch(String groupId) {
        return CompletableFuture.completedFuture(held().document(groupId));
    }

    /** A record of its own, so that it can never replace a document that another proxy just wrote. */
    @Override
    protected CompletableFuture<Void> touch(String groupId, Instant seen) {
        Optional<HeldDocument> found = held().find(groupId);
        if (found.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        byte[] value = seen.toString().getBytes(StandardCharsets.UTF_8);
        String key = new RecordKey(RecordKey.Kind.SEEN, groupId).text();
        return topic().write(key, Optional.of(value), Optional.of(found.get().partition()), OptionalLong.empty())
                .thenAccept(noted -> {});
    }

    @Override
    public Optional<StoreLag> lag() {
        return Optional.of(topic().lag());
    }

    private static String topologyKey(String groupId) {
        return new RecordKey(RecordKey.Kind.TOPOLOGY, groupId).text();
    }

    @Override
    public void close() {
        closed = true;
        super.close();
        CompactedTopic opened = topic;
        if (opened != null) {
            opened.close();
        }
    }

    /** What happens in the topic, whoever did it. */
    private final class TopicChanges implements HeldDocuments.Changes {

        @Override
        public void learned(GroupSummary summary) {
            KafkaTopologyStore.this.learned(summary);
        }

        @Override
        public void forgotten(String groupId) {
            KafkaTopologyStore.this.forgotten(groupId);
        }

        @Override
        public void noted(String groupId, Instant seen) {
            KafkaTopologyStore.this.noted(groupId, seen);
        }

        @Override
        public void incomplete(String groupId) {
            completeLater(groupId);
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
