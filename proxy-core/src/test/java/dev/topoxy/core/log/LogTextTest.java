package dev.topoxy.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextTest {

    @Test
    void nothing_from_outside_can_begin_a_line_or_command_a_terminal() {
        assertThat(LogText.quoted("a\nb\r\u001b[2J\u202e'\\\u0085\u2028"))
                .isEqualTo("'a\\u000ab\\u000d\\u001b[2J\\u202e\\'\\\\\\u0085\\u2028'");
        assertThat(LogText.quoted("café 😀")).isEqualTo("'café 😀'");
        assertThat(LogText.quoted("\ud83d")).isEqualTo("'\\ud83d'");
        assertThat(LogText.quoted("x".repeat(100_000))).hasSizeLessThan(300);
        assertThat(LogText.quoted(null)).isEqualTo("null");
    }
}
