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
        assertThat(LogbackSetup.level(Optional.of(" debug "))).isEqualTo(Level.DEBUG);
        assertThat(LogbackSetup.level(Optional.empty())).isEqualTo(Level.INFO);
        assertThat(LogbackSetup.level(Optional.of("loud"))).isEqualTo(Level.INFO);
    }
}
