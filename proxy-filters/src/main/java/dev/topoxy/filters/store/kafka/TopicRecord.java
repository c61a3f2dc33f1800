package dev.topoxy.filters.store.kafka;

import java.util.Optional;

/**
 * What the topic says last of a key.
 *
 * @param value empty where the key was deleted
 * @param timestampMs when it was written, in milliseconds of the epoch
 */
record TopicRecord(String key, Optional<byte[]> value, int partition, long offset, long timestampMs) {}
