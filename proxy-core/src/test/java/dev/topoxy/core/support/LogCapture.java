package dev.topoxy.core.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class writes to the log, from INFO on unless told otherwise, while this is open. */
public final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Level before;

    private LogCapture(Logger logger, Level level) {
        this.logger = logger;
        before = logger.getLevel();
        logger.setLevel(level);
    }

    public static LogCapture of(Class<?> source) {
        return of(source, Level.INFO);
    }

    public static LogCapture of(Class<?> source, Level level) {
        LogCapture capture = new LogCapture((Logger) LoggerFactory.getLogger(source), level);
        capture.start();
        capture.logger.addAppender(capture);
        return capture;
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    public List<ILoggingEvent> events() {
        return List.copyOf(events);
    }

    /** Level and message of each. */
    public List<String> lines() {
        return events.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
    }
}
