package dev.topoxy.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.support.LogCapture;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RateLimitedLogTest {

    private final AtomicLong now = new AtomicLong();
    private final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(RateLimitedLogTest.class), Duration.ofNanos(10), 1, now::get);

    @Test
    void equal_events_give_one_line_per_interval_that_counts_the_others() {
        try (LogCapture capture = LogCapture.of(RateLimitedLogTest.class)) {
            for (int i = 0; i < 5; i++) {
                log.warn("a", "event {}", i);
            }
            log.warn("b", "other");
            now.set(10);
            log.warn("a", "event {}", 5);
            now.set(20);
            log.warn("a", "event {}", 6);
            assertThat(capture.lines())
                    .containsExactly(
                            "WARN event 0", "WARN other", "WARN event 5 (and 4 more like this)", "WARN event 6");
        }
    }

    @Test
    void several_lines_per_interval_where_each_may_tell_of_another_client() {
        RateLimitedLog several = new RateLimitedLog(
                LoggerFactory.getLogger(RateLimitedLogTest.class), Duration.ofNanos(10), 2, now::get);
        try (LogCapture capture = LogCapture.of(RateLimitedLogTest.class)) {
            for (int i = 0; i < 5; i++) {
                String line = "event " + i;
                several.warn("a", () -> line);
            }
            now.set(10);
            several.warn("a", () -> "event 5");
            assertThat(capture.lines())
                    .containsExactly("WARN event 0", "WARN event 1", "WARN event 5 (and 3 more like this)");
        }
    }
}
