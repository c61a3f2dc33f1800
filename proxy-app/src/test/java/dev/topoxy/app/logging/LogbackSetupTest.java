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
        assertThat(LogbackSetup.mistake(Optional.of("loud")))
                .contains("TOPOXY_LOG_LEVEL is 'loud', which is no log level, so it is INFO: write ERROR, WARN, INFO,"
                        + " DEBUG or TRACE");
        assertThat(LogbackSetup.mistake(Optional.of("Trace"))).isEmpty();
        assertThat(LogbackSetup.mistake(Optional.of(""))).isEmpty();
        assertThat(LogbackSetup.mistake(Optional.empty())).isEmpty();
    }
}
