package dev.topoxy.it;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What Kafka's producers in this JVM warn of while this is open. */
final class ProducerWarnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.apache.kafka.clients.producer");
    private final @Nullable Level before = logger.getLevel();

    private ProducerWarnings() {}

    static ProducerWarnings watch() {
        ProducerWarnings warnings = new ProducerWarnings();
        warnings.start();
        warnings.logger.setLevel(Level.WARN);
        warnings.logger.setAdditive(false);
        warnings.logger.addAppender(warnings);
        return warnings;
    }

    @Override
    protected void append(ILoggingEvent event) {
        seen.add(event.getFormattedMessage());
    }

    /**
     * Those that tell of a gap between records. What a producer repeats by itself is none: where the first of several
     * batches under way is refused, as by a broker that has just become leader, so are those behind it.
     */
    List<String> ofGaps() {
        return seen.stream()
                .filter(ProducerWarnings::isOutOfOrder)
                .filter(line -> !isRepeated(line))
                .toList();
    }

    /** How many batches were refused since one before them was, and repeated. */
    long repeatsOutOfOrder() {
        return seen.stream()
                .filter(line -> isOutOfOrder(line) && isRepeated(line))
                .count();
    }

    private static boolean isOutOfOrder(String line) {
        return line.contains("OUT_OF_ORDER_SEQUENCE") || line.contains("OutOfOrderSequence");
    }

    private static boolean isRepeated(String line) {
        return line.contains(", retrying (");
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(before);
        stop();
    }
}
