package dev.topoxy.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Lets Kafka's clients say the same only once a minute: one that cannot reach a broker complains with each attempt.
 * The same is what one logger says with one format, whatever the values.
 */
final class RepeatsFilter extends Filter<ILoggingEvent> {
    private static final String KAFKA = "org.apache.kafka.";
    private static final long INTERVAL_MS = TimeUnit.MINUTES.toMillis(1);
    private static final int MOST_REMEMBERED = 256;

    private final Map<String, Long> saidMs = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    @Override
    public FilterReply decide(ILoggingEvent event) {
        if (!event.getLoggerName().startsWith(KAFKA)) {
            return FilterReply.NEUTRAL;
        }
        return isRepeat(event.getLoggerName() + event.getMessage(), event.getTimeStamp())
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
    }

    private synchronized boolean isRepeat(String text, long nowMs) {
        Long before = saidMs.get(text);
        if (before != null && nowMs - before < INTERVAL_MS) {
            return true;
        }
        saidMs.put(text, nowMs);
        return false;
    }
}
