package dev.topoxy.it;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What Kafka's clients in this JVM log as an error while this is open. */
final class ClientErrors extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.apache.kafka");

    private ClientErrors() {}

    static ClientErrors watch() {
        ClientErrors errors = new ClientErrors();
        errors.start();
        errors.logger.addAppender(errors);
        return errors;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
            seen.add(event.getLoggerName() + ": " + event.getFormattedMessage());
        }
    }

    List<String> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        stop();
    }
}
