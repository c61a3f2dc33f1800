package dev.topoxy.filters.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.GroupSummary;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever others write into the topic, it is held or left out: what is held and what was told of it agree, and the
 * account of its memory is right.
 */
class HeldDocumentsFuzzTest {

    private static final int HISTORY = 3;
    private static final byte END_OF_RECORD = 0x1e;
    private static final byte END_OF_KEY = 0x1f;

    private final Set<String> told = new TreeSet<>();
    private final Set<String> everTold = new TreeSet<>();
    private final HeldDocuments held = new HeldDocuments("t", () -> HISTORY, new HeldDocuments.Changes() {
        @Override
        public void learned(GroupSummary summary) {
            told.add(summary.groupId());
            everTold.add(summary.groupId());
        }

        @Override
        public void forgotten(String groupId) {
            told.remove(groupId);
        }

        @Override
        public void noted(String groupId, Instant seen) {}

        @Override
        public void incomplete(String groupId) {
            assertThat(held().find(groupId)).get().matches(document -> !document.complete());
        }
    });

    private HeldDocuments held() {
        return held;
    }

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void any_records_are_held_or_left_out(byte[] records) throws Exception {
        told.clear();
        everTold.clear();
        long offset = 0;
        for (byte[] record : split(records, END_OF_RECORD)) {
            if (record.length > 0) {
                held.read(record(record, offset++));
            }
        }

        for (String group : everTold) {
            Optional<HeldDocument> found = held.find(group);
            assertThat(found.isPresent()).isEqualTo(told.contains(group));
            if (found.isPresent()) {
                Optional<GroupDocument> document = held.document(group);
                document.ifPresent(read -> assertThat(read.groupId()).isEqualTo(group));
                assertThat(held.find(group).isPresent()).isEqualTo(document.isPresent());
            }
        }
        assertThat(held.bytes())
                .isEqualTo(everTold.stream()
                        .flatMap(group -> held.find(group).stream())
                        .mapToLong(document -> document.document().bytes())
                        .sum());
        held.startOver();
        assertThat(held.bytes()).isZero();
    }

    /** How the record came, its key, and its value unless that is missing. */
    private static TopicRecord record(byte[] bytes, long offset) {
        int partition = bytes[0] & 1;
        OptionalLong after = switch (bytes[0] >> 1 & 3) {
            case 0 -> OptionalLong.empty();
            case 1 -> OptionalLong.of(HeldDocument.AFTER_NONE);
            case 2 -> OptionalLong.of(offset - 1);
            default -> OptionalLong.of(Long.MIN_VALUE);
        };
        List<byte[]> parts = split(Arrays.copyOfRange(bytes, 1, bytes.length), END_OF_KEY);
        String key = new String(parts.get(0), StandardCharsets.UTF_8);
        RecordKey.of(key).ifPresent(read -> assertThat(read.text()).isEqualTo(key));
        Optional<byte[]> value = parts.size() > 1 ? Optional.of(parts.get(1)) : Optional.empty();
        return new TopicRecord(key, value, partition, offset, bytes[0], after);
    }

    private static List<byte[]> split(byte[] bytes, byte end) {
        List<byte[]> parts = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == end) {
                parts.add(Arrays.copyOfRange(bytes, begin, i));
                begin = i + 1;
            }
        }
        return parts;
    }
}
