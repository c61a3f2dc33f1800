package dev.topoxy.core.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class writes to the log from INFO on, level and message, while this is open. */
public final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Level before;

    private LogCapture(Logger logger) {
        this.logger = logger;
        before = logger.getLevel();
        logger.setLevel(Level.INFO);
    }

    public static LogCapture of(Class<?> source) {
        LogCapture capture = new LogCapture((Logger) LoggerFactory.getLogger(source));
        capture.start();
        capture.logger.addAppender(capture);
        return capture;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(before);
    }
}
