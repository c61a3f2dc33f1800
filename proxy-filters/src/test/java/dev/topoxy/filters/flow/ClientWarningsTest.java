package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ClientWarningsTest {

    @Test
    void a_refused_push_is_logged_with_group_member_client_and_principal() {
        Logger logger = (Logger) LoggerFactory.getLogger(UpdateFilter.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            ScriptedBroker broker = ScriptedBroker.kafka43();
            StreamsGroup group = new StreamsGroup("g\n1").on(broker);
            ScriptedConnection connection = new ScriptedConnection(
                    broker,
                    new TopologyDescriptionFilters(new ScriptedService(), TopologyDescriptionSettings.memory()));
            connection.clientId("evil\rclient");
            // Other tests of this JVM may have used up the lines of this while.
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
                for (int i = 0; i < 100; i++) {
                    var unused = connection.send(group.push("no\nmember"), 0).join();
                }
                return !lines.list.isEmpty();
            });
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list).hasSizeBetween(1, 50);
        assertThat(lines.list.get(0).getFormattedMessage())
                .contains("'g\\u000a1'", "'no\\u000amember'", "'evil\\u000dclient'", "User:ANONYMOUS", "c1")
                .doesNotContain("\n", "\r");
    }
}
