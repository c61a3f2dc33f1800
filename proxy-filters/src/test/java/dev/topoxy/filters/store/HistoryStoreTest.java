package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.ManualClock;
import dev.topoxy.filters.testplugins.PushedBy;
import dev.topoxy.filters.testplugins.TestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class HistoryStoreTest {

    private static final Uuid BASE = new Uuid(1, 1);
    private static final Uuid OTHER = new Uuid(2, 2);
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final ManualClock clock = new ManualClock();
    private final HandStore store = new HandStore(clock);

    /** Keeps documents in a map, which the test may change as others would. */
    private static final class HandStore extends HistoryStore {
        private final Map<String, GroupDocument> documents = new HashMap<>();
        private final List<CompletableFuture<Void>> puts = new ArrayList<>();
        private boolean hold;

        private HandStore(ManualClock clock) {
            super(clock, Runnable::run, () -> Instant.ofEpochMilli(clock.getAsLong()));
        }

        private void sweep() {
            expireUnseenGroups();
        }

        @Override
        protected CompletableFuture<Void> put(GroupDocument document) {
            var held = new CompletableFuture<Void>();
            puts.add(held);
            if (!hold) {
                held.complete(null);
            }
            return held.thenRun(() -> documents.put(document.groupId(), document));
        }

        @Override
        protected CompletableFuture<Void> drop(String groupId) {
            documents.remove(groupId);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        protected CompletableFuture<Optional<GroupDocument>> fetch(String groupId) {
            return CompletableFuture.completedFuture(Optional.ofNullable(documents.get(groupId)));
        }
    }

    private CompletableFuture<Void> push(Uuid id, Uuid base, String processor) {
        return store.setTopology(new PushedBy("m1", 0, base), "g", id, Descriptions.withProcessor(processor));
    }

    private boolean asked(Uuid id) {
        return store.requiresTopologyPush(TestClient.ALICE, "g", id);
    }

    private GroupDocument document() {
        return store.document("g").orElseThrow();
    }

    private GroupDocument of(String group, Uuid id, String processor, Instant when) {
        return GroupDocument.of(
                group,
                DescriptionVersion.pushed(
                        new PushedBy("elsewhere", 0, id), id, Descriptions.withProcessor(processor), when));
    }

    @Test
    void every_distinct_description_is_kept_with_who_brought_it() {
        push(BASE, BASE, "a").join();
        clock.advance(HOUR);
        push(OTHER, OTHER, "b").join();
        push(OTHER, OTHER, "b").join();

        assertThat(store.groups()).containsExactly("g");
        assertThat(document().versions()).extracting(DescriptionVersion::id).containsExactly(OTHER, BASE);
        DescriptionVersion newest = document().current();
        assertThat(newest.memberId()).isEqualTo("m1");
        assertThat(newest.clientId()).isEqualTo("app-1");
        assertThat(newest.principal()).isEqualTo("User:alice");
        assertThat(newest.storedAt()).isEqualTo(Instant.ofEpochMilli(clock.getAsLong()));
        assertThat(store.getTopology(TestClient.ALICE, "g", BASE)).isCompletedWithValue(null);
    }

    @Test
    void no_more_versions_are_kept_than_configured() {
        store.configure(Map.of(HistoryStore.HISTORY, "2"));
        for (int i = 1; i <= 5; i++) {
            push(new Uuid(i, i), new Uuid(i, i), "p" + i).join();
        }
        assertThat(document().versions()).hasSize(2);
        store.close();
        assertThatThrownBy(() -> store.configure(Map.of(HistoryStore.HISTORY, "0")))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void the_newest_id_of_a_topology_is_known_without_io() {
        Uuid own = new Uuid(9, 9);
        push(BASE, BASE, "a").join();
        assertThat(store.newestId("g", BASE)).isEqualTo(BASE);
        push(own, BASE, "b").join();
        assertThat(store.newestId("g", BASE)).isEqualTo(own);
        assertThat(store.newestId("g", OTHER)).isEqualTo(OTHER);
        assertThat(store.newestId("unknown", BASE)).isEqualTo(BASE);
    }

    @Test
    void pushes_of_one_group_at_once_lose_no_version() {
        store.hold = true;
        CompletableFuture<Void> first = push(BASE, BASE, "a");
        CompletableFuture<Void> second = push(OTHER, OTHER, "b");
        assertThat(store.puts).hasSize(1);
        store.puts.get(0).complete(null);
        assertThat(first).isCompleted();
        store.puts.get(1).complete(null);
        assertThat(second).isCompleted();
        assertThat(document().versions()).hasSize(2);
    }

    @Test
    void a_put_that_fails_leaves_what_was_stored() {
        push(BASE, BASE, "a").join();
        store.hold = true;
        CompletableFuture<Void> failing = push(OTHER, OTHER, "b");
        store.puts.get(1).completeExceptionally(new IllegalStateException("disk full"));
        assertThat(failing).isCompletedExceptionally();
        assertThat(store.getTopology(TestClient.ALICE, "g", BASE).join()).isEqualTo(Descriptions.withProcessor("a"));
    }

    @Test
    void what_another_process_stored_is_served_and_not_asked_for() {
        GroupDocument elsewhere = of("g", BASE, "a", Instant.ofEpochMilli(clock.getAsLong()));
        store.documents.put("g", elsewhere);
        store.learned(elsewhere.summary());
        assertThat(asked(BASE)).isFalse();
        assertThat(store.getTopology(TestClient.ALICE, "g", BASE).join()).isEqualTo(Descriptions.withProcessor("a"));

        store.documents.remove("g");
        store.forgotten("g");
        assertThat(asked(BASE)).isTrue();
    }

    @Test
    void a_group_whose_document_became_unreadable_is_asked_again() {
        push(BASE, BASE, "a").join();
        assertThat(asked(BASE)).isFalse();
        store.documents.remove("g");
        assertThat(store.getTopology(TestClient.ALICE, "g", BASE)).isCompletedWithValue(null);
        assertThat(asked(BASE)).isTrue();
        push(BASE, BASE, "b").join();
        assertThat(document().versions()).hasSize(1);
    }

    @Test
    void a_push_over_an_unreadable_document_stays_stored() {
        push(BASE, BASE, "a").join();
        store.documents.remove("g");
        push(OTHER, OTHER, "b").join();
        assertThat(document().current().id()).isEqualTo(OTHER);
    }

    @Test
    void groups_not_seen_expire_and_live_ones_do_not() {
        push(BASE, BASE, "a").join();
        clock.advance(6 * 24 * HOUR);
        assertThat(asked(BASE)).isFalse();
        clock.advance(2 * 24 * HOUR);
        store.sweep();
        assertThat(store.documents).containsKey("g");
        clock.advance(8 * 24 * HOUR);
        store.sweep();
        assertThat(store.documents).isEmpty();
        assertThat(store.groups()).isEmpty();
    }

    @Test
    void a_live_group_is_noted_as_alive_in_its_document_now_and_then() {
        push(BASE, BASE, "a").join();
        int puts = store.puts.size();
        for (int hour = 0; hour < 72; hour++) {
            clock.advance(HOUR);
            asked(BASE);
            store.sweep();
        }
        assertThat(store.puts.size() - puts).isEqualTo(3);
        assertThat(Objects.requireNonNull(store.documents.get("g")).lastSeen())
                .isAfter(Instant.ofEpochMilli(clock.getAsLong() - 22 * HOUR));
    }

    @Test
    void restarts_do_not_put_off_expiry_and_a_group_seen_elsewhere_does_not_expire_here() {
        GroupDocument old = of("old", BASE, "a", Instant.ofEpochMilli(clock.getAsLong() - 8 * 24 * HOUR));
        GroupDocument young = of("young", BASE, "a", Instant.ofEpochMilli(clock.getAsLong() - 6 * 24 * HOUR));
        for (GroupDocument document : List.of(old, young)) {
            store.documents.put(document.groupId(), document);
            store.learned(document.summary());
        }
        store.sweep();
        assertThat(store.documents).containsOnlyKeys("young");

        clock.advance(2 * 24 * HOUR);
        GroupDocument seen = young.seen(Instant.ofEpochMilli(clock.getAsLong()));
        store.documents.put("young", seen);
        store.learned(seen.summary());
        clock.advance(6 * 24 * HOUR);
        store.sweep();
        assertThat(store.documents).containsOnlyKeys("young");
    }
}
