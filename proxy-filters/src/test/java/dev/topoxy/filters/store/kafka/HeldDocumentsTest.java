package dev.topoxy.filters.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.description.DescriptionDigest;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.GroupDocumentJson;
import dev.topoxy.filters.store.GroupSummary;
import dev.topoxy.filters.testplugins.Descriptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.junit.jupiter.api.Test;

class HeldDocumentsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final List<String> incomplete = new ArrayList<>();
    private final List<String> forgotten = new ArrayList<>();
    private final HeldDocuments held = new HeldDocuments("t", () -> 10, new HeldDocuments.Changes() {
        @Override
        public void learned(GroupSummary summary) {}

        @Override
        public void forgotten(String groupId) {
            forgotten.add(groupId);
        }

        @Override
        public void noted(String groupId, Instant seen) {}

        @Override
        public void incomplete(String groupId) {
            incomplete.add(groupId);
        }
    });

    private static DescriptionVersion version(int number, String processor) {
        Uuid id = new Uuid(number, number);
        return new DescriptionVersion(
                id,
                id,
                0,
                NOW.plusSeconds(number),
                "m",
                "c",
                "User:a",
                DescriptionDigest.of(Descriptions.withProcessor(processor)),
                Descriptions.withProcessor(processor));
    }

    private static GroupDocument document(DescriptionVersion... newestFirst) {
        return new GroupDocument("g", NOW, List.of(newestFirst));
    }

    private void read(long offset, OptionalLong after, GroupDocument document) {
        Optional<byte[]> json = Optional.of(GroupDocumentJson.write(document));
        held.read(new TopicRecord("topology:g", json, 0, offset, 0, after));
    }

    private void read(long offset, long after, GroupDocument document) {
        read(offset, OptionalLong.of(after), document);
    }

    private void assertHistory(String... processors) {
        assertThat(held.document("g").orElseThrow().versions())
                .extracting(DescriptionVersion::description)
                .containsExactly(Stream.of(processors)
                        .map(Descriptions::withProcessor)
                        .toArray(StreamsGroupTopologyDescription[]::new));
    }

    @Test
    void what_two_wrote_at_once_is_merged_and_has_to_be_written() {
        read(0, -1, document(version(1, "a")));
        read(1, 0, document(version(2, "b"), version(1, "a")));
        read(2, 0, document(version(3, "c"), version(1, "a")));

        assertHistory("c", "b", "a");
        assertThat(incomplete).containsExactly("g");
        HeldDocument merged = held.find("g").orElseThrow();
        assertThat(merged.complete()).isFalse();

        GroupDocument whole = held.document("g").orElseThrow();
        read(3, merged.after(whole), whole);
        assertThat(held.find("g").orElseThrow().complete()).isTrue();
        assertHistory("c", "b", "a");
        assertThat(incomplete).hasSize(1);
    }

    @Test
    void first_descriptions_written_at_once_are_merged_too() {
        read(0, -1, document(version(1, "a")));
        read(1, -1, document(version(2, "b")));
        assertHistory("b", "a");
    }

    @Test
    void who_knew_what_was_there_may_leave_it_out() {
        read(0, -1, document(version(1, "a")));
        read(1, 0, document(version(2, "b")));
        assertHistory("b");
        assertThat(incomplete).isEmpty();
    }

    @Test
    void the_same_description_written_at_once_needs_no_merging() {
        read(0, -1, document(version(1, "a")));
        read(1, -1, document(version(2, "a")));
        assertHistory("a");
        assertThat(incomplete).isEmpty();
    }

    @Test
    void records_of_writers_that_do_not_say_what_they_knew_count_as_they_are() {
        read(0, -1, document(version(1, "a")));
        read(1, OptionalLong.empty(), document(version(2, "b")));
        assertHistory("b");
    }

    @Test
    void what_was_made_from_an_older_document_does_not_claim_to_know_the_newer_one() {
        read(0, -1, document(version(1, "a")));
        read(1, 0, document(version(2, "b"), version(1, "a")));
        HeldDocument now = held.find("g").orElseThrow();
        assertThat(now.after(document(version(3, "c"), version(2, "b"), version(1, "a"))))
                .isEqualTo(1);
        assertThat(now.after(document(version(3, "c"), version(1, "a")))).isEqualTo(HeldDocument.AFTER_NONE);
    }

    @Test
    void a_topic_that_begins_anew_is_read_from_its_first_offset() {
        read(0, -1, document(version(1, "a")));
        read(9, 0, document(version(2, "b"), version(1, "a")));
        held.startOver();
        assertThat(held.find("g")).isEmpty();
        assertThat(forgotten).containsExactly("g");
        read(0, -1, document(version(3, "c")));
        assertHistory("c");
    }
}
