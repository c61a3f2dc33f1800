package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.testplugins.Descriptions;
import dev.topoxy.filters.testplugins.TestClient;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class MemoryTopologyStoreTest {

    private static final Uuid FIRST = new Uuid(1, 1);
    private static final Uuid SECOND = new Uuid(2, 2);

    private final MemoryTopologyStore store = new MemoryTopologyStore();

    @Test
    void the_first_heartbeat_of_a_group_is_asked_and_what_it_pushes_is_served() {
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "g", FIRST)).isTrue();
        assertThat(store.requiresTopologyPush(TestClient.ALICE, "g", FIRST)).isFalse();
        var description = Descriptions.withProcessor("p");
        store.setTopology(TestClient.ALICE, "g", FIRST, description).join();
        assertThat(store.getTopology(TestClient.ALICE, "g", FIRST)).isCompletedWithValue(description);
        assertThat(store.getTopology(TestClient.ALICE, "g", SECOND)).isCompletedWithValue(null);
    }

    @Test
    void a_deleted_group_has_no_description() {
        store.setTopology(TestClient.ALICE, "g", FIRST, Descriptions.withProcessor("p"))
                .join();
        store.deleteTopology(TestClient.ALICE, "g").join();
        assertThat(store.getTopology(TestClient.ALICE, "g", FIRST)).isCompletedWithValue(null);
    }

    @Test
    void a_full_store_refuses_what_is_new_keeps_what_it_has_and_has_room_again_after_a_deletion() {
        var small = new MemoryTopologyStore(1_500);
        var description = Descriptions.withProcessor("p");
        small.setTopology(TestClient.ALICE, "a", FIRST, description).join();
        small.setTopology(TestClient.ALICE, "b", FIRST, description).join();
        assertThat(small.setTopology(TestClient.ALICE, "c".repeat(500), FIRST, description))
                .isCompletedExceptionally();
        assertThat(small.getTopology(TestClient.ALICE, "a", FIRST)).isCompletedWithValue(description);
        small.deleteTopology(TestClient.ALICE, "a").join();
        assertThat(small.setTopology(TestClient.ALICE, "c", FIRST, description)).isCompleted();
        small.close();
    }

    @Test
    void deciding_about_a_stable_group_takes_well_under_a_microsecond() {
        store.setTopology(TestClient.ALICE, "g", FIRST, Descriptions.withProcessor("p"))
                .join();
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < 100_000; i++) {
                store.requiresTopologyPush(TestClient.ALICE, "g", FIRST);
            }
            best = Math.min(best, (System.nanoTime() - start) / 100_000);
        }
        assertThat(best).as("nanoseconds").isLessThan(TimeUnit.MICROSECONDS.toNanos(1));
    }
}
