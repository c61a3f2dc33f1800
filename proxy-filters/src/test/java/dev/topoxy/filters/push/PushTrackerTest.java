package dev.topoxy.filters.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.filters.push.PushTracker.Answer;
import dev.topoxy.filters.push.PushTracker.Knowledge;
import dev.topoxy.filters.push.PushTracker.LookUp;
import dev.topoxy.filters.testplugins.ManualClock;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class PushTrackerTest {

    private static final Uuid FIRST = new Uuid(1, 1);
    private static final Uuid SECOND = new Uuid(2, 2);

    private final ManualClock clock = new ManualClock();
    private final PushTracker tracker =
            new PushTracker(LookUp.EVERY_ID, new PushBackoff(30_000, 3_600_000, 0.2, () -> 0.5), clock);

    private void seenAsMissing() {
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.LOOK_UP);
        tracker.missing("g", FIRST);
    }

    @Test
    void a_new_group_is_looked_up_once_before_anyone_is_asked() {
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.LOOK_UP);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.NO);
        tracker.missing("g", FIRST);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.ASK);
    }

    @Test
    void a_look_up_without_result_is_repeated_after_its_window() {
        tracker.ask("g", FIRST);
        clock.advance(29_999);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.NO);
        clock.advance(1);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.LOOK_UP);
    }

    @Test
    void windows_double_up_to_an_hour_while_nobody_pushes() {
        seenAsMissing();
        var windows = new ArrayList<Long>();
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.ASK);
        for (int i = 0; i < 10; i++) {
            long start = clock.getAsLong();
            while (tracker.ask("g", FIRST) == Answer.NO) {
                clock.advance(1_000);
            }
            windows.add((clock.getAsLong() - start) / 1_000);
        }
        assertThat(windows).containsExactly(30L, 60L, 120L, 240L, 480L, 960L, 1920L, 3600L, 3600L, 3600L);
    }

    @Test
    void a_failed_push_extends_the_window_as_a_broker_does() {
        seenAsMissing();
        tracker.ask("g", FIRST);
        tracker.pushStarted("g", FIRST, 0);
        tracker.failed("g", FIRST);
        clock.advance(59_999);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.NO);
        clock.advance(1);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.ASK);
    }

    @Test
    void jitter_spreads_windows_by_a_fifth_and_never_exceeds_the_maximum() {
        assertThat(new PushBackoff(30_000, 3_600_000, 0.2, () -> 0).delayMs(0)).isEqualTo(24_000);
        assertThat(new PushBackoff(30_000, 3_600_000, 0.2, () -> 1).delayMs(0)).isEqualTo(36_000);
        assertThat(new PushBackoff(30_000, 3_600_000, 0.2, () -> 1).delayMs(Integer.MAX_VALUE))
                .isEqualTo(3_600_000);
        assertThat(new PushBackoff(30_000, 3_600_000, 0.2, () -> 0).delayMs(100))
                .isEqualTo(2_880_000);
    }

    @Test
    void nonsensical_backoff_is_refused() {
        assertThatThrownBy(() -> PushBackoff.of(0, 1, 0.2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PushBackoff.of(2, 1, 0.2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PushBackoff.of(1, 2, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_stored_group_is_never_asked_again_at_its_id_but_at_the_next() {
        seenAsMissing();
        tracker.ask("g", FIRST);
        tracker.pushStarted("g", FIRST, 0);
        assertThat(tracker.stored("g", FIRST)).isTrue();
        clock.advance(365L * 24 * 3_600_000);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.NO);
        assertThat(tracker.ask("g", SECOND)).isEqualTo(Answer.LOOK_UP);
        tracker.missing("g", SECOND);
        assertThat(tracker.ask("g", SECOND)).isEqualTo(Answer.ASK);
    }

    @Test
    void a_rejected_id_is_never_asked_for_again() {
        seenAsMissing();
        tracker.pushStarted("g", FIRST, 0);
        tracker.rejected("g", FIRST);
        clock.advance(365L * 24 * 3_600_000);
        assertThat(tracker.ask("g", FIRST)).isEqualTo(Answer.NO);
        assertThat(tracker.ask("g", SECOND)).isNotEqualTo(Answer.NO);
    }

    @Test
    void results_for_an_old_id_leave_the_current_one_alone() {
        seenAsMissing();
        tracker.ask("g", SECOND);
        tracker.missing("g", SECOND);
        tracker.rejected("g", FIRST);
        tracker.failed("g", FIRST);
        tracker.found("g", FIRST);
        assertThat(tracker.ask("g", SECOND)).isEqualTo(Answer.ASK);
    }

    @Test
    void a_late_store_of_an_old_id_puts_the_current_one_in_doubt() {
        tracker.adopt("g", SECOND, 0);
        assertThat(tracker.stored("g", FIRST)).isTrue();
        assertThat(tracker.ask("g", SECOND)).isEqualTo(Answer.LOOK_UP);
    }

    @Test
    void a_look_up_that_ends_during_a_push_does_not_hide_it() {
        tracker.ask("g", FIRST);
        tracker.pushStarted("g", FIRST, 0);
        tracker.found("g", FIRST);
        assertThat(tracker.knowledge("g", FIRST)).isEqualTo(Knowledge.ABSENT);
    }

    @Test
    void what_is_stored_for_a_forgotten_group_has_no_owner() {
        seenAsMissing();
        tracker.forget("g");
        assertThat(tracker.stored("g", FIRST)).isFalse();
        assertThat(tracker.size()).isZero();
    }

    @Test
    void heartbeats_keep_a_group_and_silence_ends_it() {
        seenAsMissing();
        clock.advance(60_000);
        tracker.ask("g", FIRST);
        clock.advance(60_000);
        assertThat(tracker.expire(100_000)).isEmpty();
        clock.advance(60_000);
        assertThat(tracker.expire(100_000)).containsExactly("g");
        assertThat(tracker.size()).isZero();
    }

    @Test
    void of_fifty_members_that_heartbeat_at_once_exactly_one_is_asked_per_window() throws Exception {
        seenAsMissing();
        var threads = Executors.newFixedThreadPool(8);
        try {
            for (int window = 0; window < 20; window++) {
                var start = new CountDownLatch(1);
                var members = IntStream.range(0, 50)
                        .mapToObj(member -> threads.submit(() -> {
                            start.await();
                            return tracker.ask("g", FIRST);
                        }))
                        .toList();
                start.countDown();
                int asked = 0;
                for (Future<Answer> member : members) {
                    asked += member.get() == Answer.ASK ? 1 : 0;
                }
                assertThat(asked).as("asked in window %s", window).isEqualTo(1);
                clock.advance(3_600_000);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void groups_with_long_names_take_no_more_memory_than_there_is_for_them() {
        PushTracker small = new PushTracker(LookUp.EVERY_ID, PushBackoff.asReleased(), clock, 1_000_000);
        small.adopt("alive", FIRST, 0);
        for (int i = 0; i < 1_000; i++) {
            clock.advance(2_000);
            small.ask("x".repeat(32_000) + i, FIRST);
            assertThat(small.ask("alive", FIRST)).isEqualTo(Answer.NO);
        }
        assertThat(small.size()).isBetween(10, 16);
        assertThat(small.tracks("alive")).isTrue();
        assertThat(small.ask("x".repeat(32_000) + 1, FIRST)).isEqualTo(Answer.LOOK_UP);
    }

    @Test
    void what_is_forgotten_makes_room() {
        PushTracker small = new PushTracker(LookUp.EVERY_ID, PushBackoff.asReleased(), clock, 100_000);
        for (int i = 0; i < 100; i++) {
            small.adopt("x".repeat(30_000), FIRST, 0);
            small.forget("x".repeat(30_000));
            small.ask("y".repeat(30_000), FIRST);
            clock.advance(1_000);
            small.expire(500);
        }
        small.adopt("a", FIRST, 0);
        small.adopt("x".repeat(30_000), FIRST, 0);
        assertThat(small.size()).isEqualTo(2);
    }
}
