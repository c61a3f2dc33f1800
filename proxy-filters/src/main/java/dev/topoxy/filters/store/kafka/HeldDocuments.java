package dev.topoxy.filters.store.kafka;

import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.filters.store.DamagedDocumentException;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.GroupSummary;
import dev.topoxy.filters.store.GroupSummaryJson;
import dev.topoxy.filters.store.PackedDocument;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documents that the topic holds, in the order that it gives them, so that all who read it hold the same. Where two
 * wrote a group's document at the same moment, it is merged from both. Thread-safe.
 */
final class HeldDocuments implements CompactedTopic.Sink {

    private static final Logger log = LoggerFactory.getLogger(HeldDocuments.class);

    private final String topic;
    private final IntSupplier history;
    private final Changes changes;
    private final ConcurrentHashMap<String, HeldDocument> held = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofMinutes(1));

    /** Told of what changes here. */
    interface Changes {

        /** Another document of a group, or its first. */
        void learned(GroupSummary summary);

        /** The group has no document any more. */
        void forgotten(String groupId);

        /** The group was alive then. */
        void noted(String groupId, Instant seen);

        /** The group's document is held complete, but its record is not. */
        void incomplete(String groupId);
    }

    /**
     * Nothing is held yet.
     *
     * @param topic its name, for messages
     * @param history the most versions that a merged document has
     */
    HeldDocuments(String topic, IntSupplier history, Changes changes) {
        this.topic = topic;
        this.history = history;
        this.changes = changes;
    }

    Optional<HeldDocument> find(String groupId) {
        return Optional.ofNullable(held.get(groupId));
    }

    /** The group's document; one that cannot be read is no longer held. */
    Optional<GroupDocument> document(String groupId) {
        HeldDocument found = held.get(groupId);
        if (found == null) {
            return Optional.empty();
        }
        try {
            return found.document().unpack();
        } catch (DamagedDocumentException e) {
            damaged(found.partition(), found.offset(), e);
            if (held.remove(groupId, found)) {
                bytes.addAndGet(-found.document().bytes());
            }
            return Optional.empty();
        }
    }

    /** How much memory the documents take, about. */
    long bytes() {
        return bytes.get();
    }

    private void replace(String groupId, HeldDocument document) {
        HeldDocument before = held.put(groupId, document);
        bytes.addAndGet(document.document().bytes()
                - (before == null ? 0 : before.document().bytes()));
    }

    private void remove(String groupId) {
        HeldDocument removed = held.remove(groupId);
        if (removed != null) {
            bytes.addAndGet(-removed.document().bytes());
        }
    }

    @Override
    public synchronized void read(TopicRecord record) {
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

    @Override
    public synchronized void startOver() {
        held.keySet().forEach(groupId -> {
            remove(groupId);
            changes.forgotten(groupId);
        });
    }

    private void readDocument(String groupId, byte[] json, TopicRecord record) {
        Optional<HeldDocument> before = find(groupId);
        if (before.isPresent() && before.get().supersedes(record)) {
            return;
        }
        try {
            Optional<GroupSummary> summary = GroupSummaryJson.read(json);
            if (summary.isEmpty()) {
                warnings.warn(
                        "newer",
                        "topic {} holds records of a newer version of this program, which are left out",
                        topic);
            } else if (!summary.get().groupId().equals(groupId)) {
                throw new DamagedDocumentException("it is of another group than its key says");
            } else {
                hold(before, PackedDocument.ofJson(json), summary.get(), record);
            }
        } catch (DamagedDocumentException e) {
            damaged(record.partition(), record.offset(), e);
        }
    }

    private void hold(Optional<HeldDocument> before, PackedDocument packed, GroupSummary summary, TopicRecord record)
            throws DamagedDocumentException {
        Optional<GroupDocument> merged = before.isPresent() && before.get().isUnknownTo(record)
                ? merged(before.get().document(), packed)
                : Optional.empty();
        if (merged.isPresent()) {
            replace(summary.groupId(), HeldDocument.merged(merged.get(), record));
            changes.learned(merged.get().summary());
            changes.incomplete(summary.groupId());
        } else {
            replace(summary.groupId(), HeldDocument.of(packed, summary.digest(), record));
            changes.learned(summary);
        }
    }

    /** Empty where the earlier document has nothing that the later one lacks. */
    private Optional<GroupDocument> merged(PackedDocument earlier, PackedDocument later)
            throws DamagedDocumentException {
        Optional<GroupDocument> old = earlier.unpack();
        Optional<GroupDocument> young = later.unpack();
        return old.isEmpty() || young.isEmpty()
                ? Optional.empty()
                : Optional.of(young.get().mergedWith(old.get(), history.getAsInt()))
                        .filter(merged -> !merged.versions().equals(young.get().versions()));
    }

    private void readTombstone(String groupId, TopicRecord record) {
        HeldDocument before = held.get(groupId);
        // One in another partition ends what an earlier number of partitions left there.
        if (before != null && before.partition() == record.partition()) {
            remove(groupId);
            changes.forgotten(groupId);
        }
    }

    private void readSeen(String groupId, byte[] value) {
        try {
            changes.noted(groupId, Instant.parse(new String(value, StandardCharsets.UTF_8)));
        } catch (DateTimeException e) {
            log.debug("a record of topic {} is no time", topic, e);
        }
    }

    private void damaged(int partition, long offset, DamagedDocumentException problem) {
        warnings.warn(
                "damaged",
                "topic {} holds a record at partition {} offset {} that cannot be read and is left out: {}",
                topic,
                partition,
                offset,
                String.valueOf(problem.getMessage()));
    }
}
