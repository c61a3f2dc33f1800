package dev.topoxy.filters.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefreshTest {

    private final Refresh refresh = new Refresh();

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void one_member_is_asked_and_another_only_after_a_while() {
        assertThat(refresh.ask(0)).isFalse();
        refresh.from(0);
        assertThat(refresh.ask(0)).isTrue();
        assertThat(refresh.ask(seconds(29))).isFalse();
        assertThat(refresh.ask(seconds(30))).isTrue();
        assertThat(refresh.ask(seconds(89))).isFalse();
        assertThat(refresh.ask(seconds(90))).isTrue();
    }

    @Test
    void once_the_push_came_nobody_is_asked_until_the_group_begins_anew() {
        refresh.from(0);
        assertThat(refresh.ask(1)).isTrue();
        refresh.done(10);
        assertThat(refresh.isDue()).isFalse();
        refresh.from(5);
        assertThat(refresh.ask(seconds(100))).as("began before the push came").isFalse();
        refresh.from(11);
        assertThat(refresh.ask(seconds(100))).isTrue();
    }

    @Test
    void it_is_given_up_after_a_few_attempts() {
        refresh.from(0);
        int asked = 0;
        for (int hour = 0; hour < 100; hour++) {
            asked += refresh.ask(seconds(3600L * hour)) ? 1 : 0;
        }
        assertThat(asked).isEqualTo(5);
        assertThat(refresh.isDue()).isFalse();
    }
}
