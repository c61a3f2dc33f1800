package dev.topoxy.filters.store.kafka;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the topic says last of a key.
 *
 * @param value empty where the key was deleted
 * @param timestampMs when it was written, in milliseconds of the epoch
 * @param after the offset of the key's record that its writer knew, -1 for none; empty where the writer did not say
 */
record TopicRecord(
        String key, Optional<byte[]> value, int partition, long offset, long timestampMs, OptionalLong after) {}
