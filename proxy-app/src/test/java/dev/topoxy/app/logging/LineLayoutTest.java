package dev.topoxy.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineLayoutTest {

    @Test
    void a_line_has_utc_time_level_short_logger_and_message() {
        assertThat(format("hello", null)).isEqualTo("2026-01-02T03:04:05.678Z WARN  Session hello%n".formatted());
    }

    @Test
    void a_client_cannot_forge_lines_or_steer_the_terminal() {
        assertThat(format("group a\nINFO forged\r\u001b[31m\u0085\u009b1m\u2028\u202e\u007f\0\tend", null))
                .endsWith("Session group a\\nINFO forged\\r\\x1b[31m\\x85\\x9b1m\\u2028\\u202e\\x7f\\x00\\tend%n"
                        .formatted());
    }

    @Test
    void letters_of_all_languages_pass() {
        assertThat(format("größe 温度 \ud83d\ude00", null)).endsWith("größe 温度 \ud83d\ude00%n".formatted());
    }

    @Test
    void the_message_of_an_exception_cannot_pass_for_a_log_line() {
        String text = format("failed", new IllegalStateException("x\n2026-01-02T03:04:05.678Z INFO forged\u001b"));
        assertThat(text.lines().skip(1))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("  | "))
                .noneMatch(line -> line.contains("\u001b"));
    }

    private static String format(String message, @Nullable Throwable thrown) {
        LoggerContext context = new LoggerContext();
        LoggingEvent event = new LoggingEvent(
                "", context.getLogger("dev.topoxy.core.session.Session"), Level.WARN, message, thrown, null);
        event.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
        return new LineLayout().doLayout(event);
    }
}
