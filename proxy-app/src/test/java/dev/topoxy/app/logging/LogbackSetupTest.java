package dev.topoxy.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogbackSetupTest {

    @Test
    void the_application_logs_by_this_setup() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        assertThat(context.getLogger("org.apache.kafka").getLevel()).isEqualTo(Level.WARN);
    }

    @Test
    void the_level_comes_from_the_environment_and_is_info_otherwise() {
        assertThat(LogbackSetup.level(Optional.of("debug"))).isEqualTo(Level.DEBUG);
        assertThat(LogbackSetup.level(Optional.empty())).isEqualTo(Level.INFO);
        assertThat(LogbackSetup.level(Optional.of("loud"))).isEqualTo(Level.INFO);
    }

    @Test
    void a_level_that_is_none_is_told() {
        assertThat(LogbackSetup.levelMistake(Optional.of("loud")))
                .contains("TOPOXY_LOG_LEVEL is 'loud', which is no log level, so it is INFO: write ERROR, WARN, INFO,"
                        + " DEBUG or TRACE");
        assertThat(LogbackSetup.levelMistake(Optional.of("Trace"))).isEmpty();
        assertThat(LogbackSetup.levelMistake(Optional.empty())).isEmpty();
    }

    @Test
    void lines_are_text_unless_json_is_asked_for() {
        assertThat(LogbackSetup.layout(Optional.empty())).isInstanceOf(LineLayout.class);
        assertThat(LogbackSetup.layout(Optional.of("text"))).isInstanceOf(LineLayout.class);
        assertThat(LogbackSetup.layout(Optional.of("JSON"))).isInstanceOf(JsonLayout.class);
    }

    @Test
    void a_format_that_is_none_is_told() {
        assertThat(LogbackSetup.layout(Optional.of("xml"))).isInstanceOf(LineLayout.class);
        assertThat(LogbackSetup.formatMistake(Optional.of("xml")))
                .contains("TOPOXY_LOG_FORMAT is 'xml', which is no log format, so it is text: write text or json");
        assertThat(LogbackSetup.formatMistake(Optional.of("json"))).isEmpty();
        assertThat(LogbackSetup.formatMistake(Optional.empty())).isEmpty();
    }
}
