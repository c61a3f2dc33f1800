package dev.topoxy.filters.store.kafka;

import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.PackedDocument;

/**
 * A group's document, and where it stands in the topic.
 *
 * @param digest of its newest description
 * @param complete false where it holds more than its record: two proxies wrote at the same moment, and the record of the
 *     later one lacks what the other one brought
 */
record HeldDocument(
        PackedDocument document, String digest, int partition, long offset, long timestampMs, boolean complete) {

    /** What the record of a group is to say of which nothing is held. */
    static final long AFTER_NONE = -1;

    /** As its record has it. */
    static HeldDocument of(PackedDocument document, String digest, TopicRecord record) {
        return new HeldDocument(document, digest, record.partition(), record.offset(), record.timestampMs(), true);
    }

    /** With more than its record has. */
    static HeldDocument merged(GroupDocument document, TopicRecord record) {
        return new HeldDocument(
                PackedDocument.of(document),
                document.current().digest(),
                record.partition(),
                record.offset(),
                record.timestampMs(),
                false);
    }

    /** In one partition the later record counts; across partitions, after their number changed, the younger. */
    boolean supersedes(TopicRecord record) {
        return partition == record.partition() ? offset >= record.offset() : timestampMs > record.timestampMs();
    }

    /** Whether that later record was written by somebody who did not know this one. */
    boolean isUnknownTo(TopicRecord record) {
        return partition == record.partition()
                && record.after().isPresent()
                && record.after().getAsLong() < offset;
    }

    /** What a record with the document is to say that it comes after. */
    long after(GroupDocument document) {
        boolean derived = document.versions().stream()
                .anyMatch(version -> version.digest().equals(digest));
        // Otherwise this was read while the document was being made from an older one.
        return derived ? offset : AFTER_NONE;
    }
}
