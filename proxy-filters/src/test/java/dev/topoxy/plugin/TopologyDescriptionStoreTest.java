package dev.topoxy.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.ManualClock;
import dev.topoxy.filters.testplugins.TestClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopologyDescriptionStoreTest {

    private static final Uuid FIRST = new Uuid(1, 1);
    private static final Uuid SECOND = new Uuid(2, 2);
    private static final StreamsGroupTopologyDescription DESCRIPTION = Descriptions.withProcessor("p");

    private final ManualClock clock = new ManualClock();
    private final List<Runnable> background = new ArrayList<>();

    /** Keeps ids in a map; each store is completed by the test. */
    private static final class HandStore extends TopologyDescriptionStore {
        private final ConcurrentHashMap<String, Uuid> stored = new ConcurrentHashMap<>();
        private final List<CompletableFuture<Void>> stores = new ArrayList<>();
        private final List<String> removed = new ArrayList<>();
        private boolean unreadable;

        private HandStore(ManualClock clock, Executor background) {
            super(clock, background);
        }

        @Override
        protected CompletableFuture<Void> store(
                AuthorizableRequestContext context, String group, Uuid id, StreamsGroupTopologyDescription text) {
            var result = new CompletableFuture<Void>();
            stores.add(result);
            return result.thenRun(() -> stored.put(group, id));
        }

        @Override
        protected CompletableFuture<@Nullable StreamsGroupTopologyDescription> load(String group, Uuid id) {
            if (unreadable) {
                throw new IllegalStateException("unreadable");
            }
            return CompletableFuture.completedFuture(id.equals(stored.get(group)) ? DESCRIPTION : null);
        }

        @Override
        protected CompletableFuture<Void> remove(String group) {
            stored.remove(group);
            removed.add(group);
            return CompletableFuture.completedFuture(null);
        }
    }

    private HandStore store() {
        return new HandStore(clock, Runnable::run);
    }

    private static boolean asked(TopologyDescriptionStore store, Uuid id) {
        return store.requiresTopologyPush(TestClient.ALICE, "g", id);
    }

    private static CompletableFuture<Void> push(TopologyDescriptionStore store, Uuid id) {
        return store.setTopology(TestClient.ALICE, "g", id, DESCRIPTION);
    }

    private static void startPush(TopologyDescriptionStore store, Uuid id) {
        var unused = push(store, id);
    }

    @Test
    void nobody_is_asked_until_the_store_was_looked_up_in_the_background() {
        var store = new HandStore(clock, background::add);
        assertThat(asked(store, FIRST)).isFalse();
        assertThat(asked(store, FIRST)).isFalse();
        assertThat(background).hasSize(1);
        background.get(0).run();
        assertThat(asked(store, FIRST)).isTrue();
        assertThat(asked(store, FIRST)).isFalse();
    }

    @Test
    void a_group_whose_description_is_stored_already_is_not_asked() {
        var store = store();
        store.stored.put("g", FIRST);
        assertThat(asked(store, FIRST)).isFalse();
        clock.advance(3_600_000);
        assertThat(asked(store, FIRST)).isFalse();
        assertThat(asked(store, SECOND)).isTrue();
    }

    @Test
    void a_background_that_is_full_delays_the_look_up() {
        var store = new HandStore(clock, task -> {
            throw new RejectedExecutionException("full");
        });
        assertThat(asked(store, FIRST)).isFalse();
        clock.advance(36_001);
        assertThat(asked(store, FIRST)).isFalse();
    }

    @Test
    void pushes_of_one_id_at_once_are_stored_once_and_all_answered() {
        var store = store();
        var first = push(store, FIRST);
        var second = push(store, FIRST);
        assertThat(store.stores).hasSize(1);
        store.stores.get(0).complete(null);
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    @Test
    void one_caller_cannot_complete_the_answer_of_another() {
        var store = store();
        var first = push(store, FIRST);
        var second = push(store, FIRST);
        second.complete(null);
        assertThat(first).isNotDone();
    }

    @Test
    void nobody_is_asked_while_a_push_is_under_way_until_its_timeout() {
        var store = store();
        assertThat(asked(store, FIRST)).isTrue();
        clock.advance(20_000);
        startPush(store, FIRST);
        clock.advance(29_999);
        assertThat(asked(store, FIRST)).isFalse();
        clock.advance(10_000);
        assertThat(asked(store, FIRST)).isTrue();
        startPush(store, FIRST);
        assertThat(store.stores).as("a store that hangs is not waited for").hasSize(2);
    }

    @Test
    void a_stable_group_is_not_asked_again() {
        var store = store();
        asked(store, FIRST);
        startPush(store, FIRST);
        store.stores.get(0).complete(null);
        clock.advance(3_600_000);
        assertThat(asked(store, FIRST)).isFalse();
    }

    @Test
    void a_transient_failure_is_passed_on_and_asked_for_again_after_backoff() {
        var store = store();
        asked(store, FIRST);
        var answer = push(store, FIRST);
        store.stores.get(0).completeExceptionally(new IllegalStateException("disk full"));
        assertThat(answer).isCompletedExceptionally();
        assertThat(asked(store, FIRST)).isFalse();
        clock.advance(72_001);
        assertThat(asked(store, FIRST)).isTrue();
    }

    @Test
    void permanent_failures_are_remembered_per_id() {
        for (RuntimeException failure :
                List.of(new TopologyDescriptionTooLargeException("large"), new InvalidRequestException("odd"))) {
            var store = store();
            asked(store, FIRST);
            var answer = push(store, FIRST);
            store.stores.get(0).completeExceptionally(failure);
            assertThatThrownBy(answer::join).hasCause(failure);
            clock.advance(24 * 3_600_000);
            assertThat(asked(store, FIRST)).isFalse();
            assertThat(asked(store, SECOND)).isTrue();
        }
    }

    @Test
    void a_description_above_the_own_limit_is_refused_for_good_and_names_both_sizes() {
        var store = store();
        store.configure(Map.of(TopologyDescriptionStore.MAX_BYTES, "10"));
        asked(store, FIRST);
        assertThatThrownBy(push(store, FIRST)::join)
                .hasCauseInstanceOf(TopologyDescriptionTooLargeException.class)
                .hasMessageContaining(DescriptionSize.inBytes(DESCRIPTION) + " bytes")
                .hasMessageContaining("max.bytes = 10");
        assertThat(store.stores).isEmpty();
        clock.advance(24 * 3_600_000);
        assertThat(asked(store, FIRST)).isFalse();
    }

    @Test
    void a_rejected_id_cleans_up_what_the_id_before_it_stored() {
        var store = store();
        store.stored.put("g", FIRST);
        asked(store, FIRST);
        asked(store, SECOND);
        startPush(store, SECOND);
        store.stores.get(0).completeExceptionally(new InvalidRequestException("odd"));
        assertThat(store.stored).isEmpty();
    }

    @Test
    void a_rejected_repetition_does_not_remove_what_is_stored() {
        var store = store();
        store.stored.put("g", FIRST);
        asked(store, FIRST);
        startPush(store, FIRST);
        store.stores.get(0).completeExceptionally(new InvalidRequestException("odd"));
        assertThat(store.stored).containsEntry("g", FIRST);
        assertThat(asked(store, FIRST)).isFalse();
    }

    @Test
    void a_store_that_ends_after_the_delete_leaves_nothing_behind() {
        var store = store();
        asked(store, FIRST);
        startPush(store, FIRST);
        assertThat(store.deleteTopology(TestClient.ALICE, "g")).isCompleted();
        store.stores.get(0).complete(null);
        assertThat(store.stored).isEmpty();
    }

    @Test
    void a_store_that_ends_after_the_delete_of_a_group_that_is_back_is_not_trusted() {
        var store = store();
        asked(store, FIRST);
        startPush(store, FIRST);
        store.deleteTopology(TestClient.ALICE, "g").join();
        assertThat(asked(store, FIRST)).isTrue();
        store.stores.get(0).complete(null);
        store.stored.clear();
        assertThat(asked(store, FIRST)).as("looked up and missing").isTrue();
    }

    @Test
    void a_look_up_that_fails_asks_nobody_and_is_tried_again() {
        var store = store();
        store.unreadable = true;
        assertThat(asked(store, FIRST)).isFalse();
        clock.advance(36_001);
        assertThat(asked(store, FIRST)).isFalse();
        store.unreadable = false;
        clock.advance(72_001);
        assertThat(asked(store, FIRST)).isTrue();
    }

    @Test
    void a_deleted_group_that_comes_back_is_asked_at_once() {
        var store = store();
        asked(store, FIRST);
        startPush(store, FIRST);
        store.stores.get(0).complete(null);
        store.deleteTopology(TestClient.ALICE, "g").join();
        assertThat(asked(store, FIRST)).isTrue();
    }

    @Test
    void groups_not_seen_for_long_expire_and_heartbeats_keep_them() {
        var store = store();
        store.configure(Map.of(TopologyDescriptionStore.EXPIRY_MS, "100000"));
        store.stored.put("g", FIRST);
        store.stored.put("adopted", FIRST);
        store.adopt("adopted", FIRST);
        for (int i = 0; i < 10; i++) {
            asked(store, FIRST);
            clock.advance(50_000);
        }
        store.expireUnseenGroups();
        assertThat(store.stored).containsOnlyKeys("g");
        clock.advance(60_000);
        store.expireUnseenGroups();
        assertThat(store.stored).isEmpty();
        assertThat(store.removed).containsExactly("adopted", "g");
    }

    @Test
    void memory_holds_no_group_that_came_and_went() {
        var store = store();
        for (int i = 0; i < 100_000; i++) {
            store.requiresTopologyPush(TestClient.ALICE, "group-" + i, FIRST);
        }
        assertThat(store.groups()).isEqualTo(100_000);
        clock.advance(7L * 24 * 3_600_000 + 1);
        store.expireUnseenGroups();
        assertThat(store.groups()).isZero();
    }

    @Test
    void of_fifty_members_exactly_one_is_asked() throws Exception {
        var store = store();
        var threads = Executors.newFixedThreadPool(8);
        try {
            var start = new CountDownLatch(1);
            var members = IntStream.range(0, 50)
                    .mapToObj(member -> threads.submit(() -> {
                        start.await();
                        return asked(store, FIRST);
                    }))
                    .toList();
            start.countDown();
            int count = 0;
            for (Future<Boolean> member : members) {
                count += member.get() ? 1 : 0;
            }
            assertThat(count).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void settings_that_make_no_sense_are_refused_by_name() {
        var store = store();
        assertThatThrownBy(() -> store.configure(Map.of(TopologyDescriptionStore.BACKOFF_MAX_MS, "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("push.backoff.max.ms")
                .hasMessageContaining("push.backoff.ms = 30000");
        assertThatThrownBy(() -> store.configure(Map.of(TopologyDescriptionStore.EXPIRY_MS, "soon")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("expiry.ms");
    }
}
