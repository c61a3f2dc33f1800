package dev.topoxy.filters.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.plugin.TopologyVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class GroupRegistryTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final GroupRegistry registry = registry(100, 100_000);

    @Test
    void a_learned_topology_is_current_until_another_is_learned() {
        registry.learn(version("g", 1));
        assertThat(registry.current("g")).contains(version("g", 1));
        registry.learn(version("g", 2));
        assertThat(registry.current("g")).contains(version("g", 2));
        assertThat(registry.current("other")).isEmpty();
    }

    @Test
    void what_somebody_else_describes_corrects_known_groups_but_adds_none() {
        registry.refresh(version("g", 1));
        assertThat(registry.size()).isZero();
        registry.learn(version("g", 1));
        registry.refresh(version("g", 2));
        assertThat(registry.current("g")).contains(version("g", 2));
    }

    @Test
    void one_caller_at_a_time_asks_the_broker_and_none_once_it_told() throws Exception {
        AtomicInteger asking = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService loops = Executors.newFixedThreadPool(4);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            done.add(loops.submit(() -> {
                start.await();
                if (registry.startAsking("g")) {
                    asking.incrementAndGet();
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> each : done) {
            each.get();
        }
        loops.shutdown();
        assertThat(asking).hasValue(1);

        registry.learn(version("g", 1));
        assertThat(registry.startAsking("g")).isFalse();
    }

    @Test
    void after_asking_in_vain_the_broker_is_left_alone_for_a_while() {
        assertThat(registry.startAsking("g")).isTrue();
        registry.askingFailed("g");
        assertThat(registry.startAsking("g")).isFalse();
        now.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
        assertThat(registry.startAsking("g")).isFalse();
        now.incrementAndGet();
        assertThat(registry.startAsking("g")).isTrue();
    }

    @Test
    void a_refusal_holds_for_its_id_only_and_outlives_a_change_of_topology() {
        registry.learn(version("g", 1));
        registry.refuse(version("g", 1));
        registry.learn(version("g", 2));
        assertThat(registry.isRefused(version("g", 2))).isFalse();
        registry.learn(version("g", 1));
        assertThat(registry.isRefused(version("g", 1))).isTrue();
    }

    @Test
    void groups_not_seen_for_long_are_forgotten_and_seen_ones_are_kept() {
        registry.learn(version("dead", 1));
        registry.learn(version("alive", 1));
        for (int minutes = 0; minutes < 70; minutes++) {
            now.addAndGet(Duration.ofMinutes(1).toNanos() + 1);
            assertThat(registry.current("alive")).isPresent();
        }
        assertThat(registry.size()).isEqualTo(1);
    }

    @Test
    void too_many_groups_push_out_those_unseen_for_the_longest_time() {
        for (int i = 0; i < 1_000; i++) {
            now.incrementAndGet();
            registry.learn(version("g" + i, i));
            registry.current("g0");
        }
        assertThat(registry.size()).isBetween(90, 100);
        assertThat(registry.current("g0")).isPresent();
        assertThat(registry.current("g999")).isPresent();
        assertThat(registry.current("g1")).isEmpty();
    }

    @Test
    void long_group_ids_cannot_fill_the_memory() {
        for (int i = 0; i < 1_000; i++) {
            now.incrementAndGet();
            registry.learn(version("x".repeat(32_700) + i, i));
        }
        assertThat(registry.size()).isLessThanOrEqualTo(3);
    }

    @Test
    void a_deleted_group_is_forgotten_whatever_it_was() {
        registry.learn(version("g", 1));
        registry.forget("g");
        registry.forget("never known");
        assertThat(registry.current("g")).isEmpty();
        assertThat(registry.startAsking("g")).isTrue();
    }

    private GroupRegistry registry(int groups, long chars) {
        return new GroupRegistry(
                new GroupRegistry.Limits(groups, chars, 1_000, Duration.ofHours(1), Duration.ofSeconds(30)), now::get);
    }

    private static TopologyVersion version(String groupId, long id) {
        return new TopologyVersion(groupId, 0, new Uuid(1, id));
    }
}
