package dev.topoxy.filters.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadingLagTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final ReadingLag lag = new ReadingLag(now::get);

    @Test
    void time_runs_from_the_last_look_that_found_nothing_unread() {
        later(Duration.ofSeconds(2));
        assertThat(lag.current().records()).isEmpty();
        assertThat(lag.current().complete()).isEqualTo(Duration.ofSeconds(2));

        lag.look(() -> OptionalLong.of(0));
        later(Duration.ofSeconds(5));
        lag.look(() -> OptionalLong.of(7));
        assertThat(lag.current().records()).hasValue(7);
        assertThat(lag.current().complete()).isEqualTo(Duration.ofSeconds(5));

        later(Duration.ofSeconds(5));
        lag.look(() -> OptionalLong.of(0));
        assertThat(lag.current().records()).hasValue(0);
        assertThat(lag.current().complete()).isZero();
    }

    @Test
    void brokers_that_cannot_be_asked_let_the_time_run_and_leave_the_count() {
        lag.look(() -> OptionalLong.of(0));
        later(Duration.ofMinutes(1));
        lag.look(OptionalLong::empty);
        assertThat(lag.current().records()).hasValue(0);
        assertThat(lag.current().complete()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void it_looks_at_once_and_then_every_five_seconds() {
        AtomicInteger looks = new AtomicInteger();
        for (int second = 0; second <= 10; second++) {
            lag.look(() -> OptionalLong.of(looks.incrementAndGet()));
            later(Duration.ofSeconds(1));
        }
        assertThat(looks).hasValue(3);
    }

    private void later(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
