package dev.topoxy.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RepeatsFilterTest {

    private static final String KAFKA = "org.apache.kafka.clients.NetworkClient";
    private static final String FORMAT = "Connection to node {} could not be established.";

    private final RepeatsFilter filter = new RepeatsFilter();

    @Test
    void a_dead_broker_is_complained_about_once_a_minute() {
        assertThat(at(0, KAFKA, FORMAT)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(1, KAFKA, FORMAT)).isEqualTo(FilterReply.DENY);
        assertThat(at(59, KAFKA, FORMAT)).isEqualTo(FilterReply.DENY);
        assertThat(at(60, KAFKA, FORMAT)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(61, KAFKA, FORMAT)).isEqualTo(FilterReply.DENY);
    }

    @Test
    void other_complaints_and_other_loggers_pass() {
        assertThat(at(0, KAFKA, FORMAT)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(0, KAFKA, "Bootstrap broker {} disconnected")).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(0, "dev.topoxy.core.session.Session", FORMAT)).isEqualTo(FilterReply.NEUTRAL);
        assertThat(at(0, "dev.topoxy.core.session.Session", FORMAT)).isEqualTo(FilterReply.NEUTRAL);
    }

    private FilterReply at(long second, String logger, String format) {
        LoggingEvent event = new LoggingEvent(
                "", new LoggerContext().getLogger(logger), Level.WARN, format, null, new Object[] {second});
        event.setInstant(Instant.ofEpochSecond(second));
        return filter.decide(event);
    }
}
