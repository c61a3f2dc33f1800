package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.PushedBy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupDocumentTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final StreamsGroupTopologyDescription ALL_KINDS = new StreamsGroupTopologyDescription(
            List.of(new Subtopology(
                    "0",
                    List.of(
                            new Source("quo\"te\u0000\u202e\n", Set.of("in"), Set.of("p")),
                            new Processor("p", Set.of("größe"), Set.of("dynamic", "out")),
                            new Sink("dynamic", Optional.empty(), Set.of()),
                            new Sink("out", Optional.of("out"), Set.of())))),
            List.of(new GlobalStore(
                    new Source("g", Set.of("global"), Set.of("gp")), new Processor("gp", Set.of("gs"), Set.of()))));

    private static DescriptionVersion version(int number, String processor) {
        return version(number, Descriptions.withProcessor(processor));
    }

    private static DescriptionVersion version(int number, StreamsGroupTopologyDescription description) {
        Uuid id = new Uuid(number, number);
        return DescriptionVersion.pushed(
                new PushedBy("member-" + number, number, id), id, description, NOW.plusSeconds(number));
    }

    @Test
    void the_last_distinct_descriptions_are_kept_newest_first() {
        GroupDocument document = GroupDocument.of("g", version(1, "a"));
        for (String processor : List.of("b", "c", "d")) {
            document = document.with(version(processor.charAt(0), processor), 3);
        }
        assertThat(document.versions()).containsExactly(version('d', "d"), version('c', "c"), version('b', "b"));
        assertThat(document.current().memberId()).isEqualTo("member-" + (int) 'd');
        assertThat(document.lastSeen()).isEqualTo(NOW.plusSeconds('d'));
    }

    @Test
    void the_same_description_for_another_topology_only_takes_its_id() {
        GroupDocument document = GroupDocument.of("g", version(1, "a")).with(version(2, "a"), 10);
        assertThat(document.versions()).hasSize(1);
        assertThat(document.current().id()).isEqualTo(new Uuid(2, 2));
        assertThat(document.current().topologyEpoch()).isEqualTo(2);
        assertThat(document.current().memberId()).isEqualTo("member-1");
        assertThat(document.at(new Uuid(2, 2))).contains(document.current());
        assertThat(document.at(new Uuid(1, 1))).isEmpty();
    }

    @Test
    void documents_written_at_once_become_one_with_all_versions_and_the_later_newest() {
        GroupDocument before = GroupDocument.of("g", version(1, "a"));
        GroupDocument earlier = before.with(version(3, "b"), 10);
        GroupDocument later = before.with(version(2, "c"), 10);

        GroupDocument merged = later.mergedWith(earlier, 10);
        assertThat(merged.versions()).containsExactly(version(2, "c"), version(3, "b"), version(1, "a"));
        assertThat(merged.lastSeen()).isEqualTo(NOW.plusSeconds(3));
        assertThat(later.mergedWith(earlier, 2).versions()).containsExactly(version(2, "c"), version(3, "b"));
        assertThat(merged.mergedWith(earlier, 10)).isEqualTo(merged);
    }

    @Test
    void the_same_description_brought_at_once_is_one_version() {
        GroupDocument before = GroupDocument.of("g", version(1, "a"));
        GroupDocument later = before.with(version(3, "b"), 10);
        assertThat(later.mergedWith(before.with(version(2, "b"), 10), 10)).isEqualTo(later);
    }

    @Test
    void a_document_that_comes_late_does_not_bring_an_old_version_back() {
        GroupDocument old = GroupDocument.of("g", version(2, "b")).with(version(3, "c"), 10);
        GroupDocument now = old.with(version(4, "d"), 10);
        GroupDocument late = old.mergedWith(GroupDocument.of("g", version(1, "a")), 10);
        assertThat(late.mergedWith(now, 10).versions())
                .containsExactly(version(4, "d"), version(3, "c"), version(2, "b"), version(1, "a"));
    }

    @Test
    void a_shortened_document_keeps_the_newest() {
        GroupDocument document = GroupDocument.of("g", version(1, "a"));
        for (int i = 2; i <= 10; i++) {
            document = document.with(version(i, "p" + i), 10);
        }
        assertThat(document.shortened().versions()).hasSize(8).startsWith(version(10, "p10"));
        for (int i = 0; i < 10; i++) {
            document = document.shortened();
        }
        assertThat(document.versions()).containsExactly(version(10, "p10"));
    }

    @Test
    void a_document_is_read_as_it_was_written() throws Exception {
        GroupDocument document = GroupDocument.of("../../\u0000\ud83d\ude00", version(1, ALL_KINDS))
                .with(version(2, "b"), 10);
        byte[] json = GroupDocumentJson.write(document);
        assertThat(GroupDocumentJson.read(json)).contains(document);
        assertThat(GroupSummaryJson.read(json)).contains(document.summary());
        assertThat(PackedDocument.of(document).unpack()).contains(document);
    }

    @Test
    void a_document_has_the_field_names_of_the_protocol() {
        String json = new String(
                GroupDocumentJson.write(GroupDocument.of("g", version(1, ALL_KINDS))), StandardCharsets.UTF_8);
        assertThat(json)
                .contains("\"groupId\":\"g\"")
                .contains("\"topologyDescription\":{\"subtopologies\":[{\"subtopologyId\":\"0\",\"nodes\":[{\"name\"")
                .contains("\"nodeType\":1,\"sourceTopics\":[\"in\"]")
                .contains("\"globalStores\":[{\"source\":{")
                .contains("\"storedAt\":\"2026-01-02T03:04:06.678Z\"");
    }

    @Test
    void a_document_of_a_newer_format_is_told_apart() throws Exception {
        byte[] newer = "{\"format\":2,\"whatever\":[{}]}".getBytes(StandardCharsets.UTF_8);
        assertThat(GroupDocumentJson.read(newer)).isEmpty();
        assertThat(GroupSummaryJson.read(newer)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "7",
                "[]",
                "{}",
                "\u0000\u0000",
                "{\"format\":1}",
                "{\"format\":\"x\",\"versions\":[]}",
                "{\"format\":1,\"groupId\":\"g\",\"lastSeen\":\"2026-01-01T00:00:00Z\",\"versions\":[]}",
                "{\"format\":1,\"groupId\":\"g\",\"lastSeen\":\"yesterday\",\"versions\":[{}]}"
            })
    void what_is_no_document_is_damaged(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> GroupDocumentJson.read(bytes)).isInstanceOf(DamagedDocumentException.class);
        assertThatThrownBy(() -> GroupSummaryJson.read(bytes)).isInstanceOf(DamagedDocumentException.class);
    }

    @Test
    void a_document_cut_anywhere_is_damaged() {
        byte[] json = GroupDocumentJson.write(
                GroupDocument.of("g", version(1, ALL_KINDS)).with(version(2, "b"), 10));
        for (int length = 0; length < json.length; length++) {
            byte[] cut = Arrays.copyOf(json, length);
            assertThatThrownBy(() -> GroupDocumentJson.read(cut)).isInstanceOf(DamagedDocumentException.class);
            assertThatThrownBy(() -> GroupSummaryJson.read(cut)).isInstanceOf(DamagedDocumentException.class);
        }
    }

    @Test
    void a_description_that_was_altered_is_damaged() {
        String json =
                new String(GroupDocumentJson.write(GroupDocument.of("g", version(1, "p"))), StandardCharsets.UTF_8);
        byte[] altered = json.replace("topic-in", "topic-ix").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> GroupDocumentJson.read(altered)).isInstanceOf(DamagedDocumentException.class);
    }
}
