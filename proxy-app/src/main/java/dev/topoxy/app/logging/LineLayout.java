package dev.topoxy.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * One line per event: time in UTC, level, class and message, with everything a client could use to forge lines or steer
 * a terminal escaped. The lines of a stack trace begin with a bar, so that a message in it cannot pass for a line of its
 * own. Written out, since to set up logback's pattern takes a tenth of the whole start.
 */
final class LineLayout extends LayoutBase<ILoggingEvent> {
    private static final int LEVEL_WIDTH = 5;
    private static final String LINE_END = System.lineSeparator();

    @Override
    public String doLayout(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(128);
        appendTime(line, event.getTimeStamp());
        String level = event.getLevel().toString();
        line.append(' ').append(level).append(" ".repeat(LEVEL_WIDTH + 1 - level.length()));
        String logger = event.getLoggerName();
        line.append(logger, logger.lastIndexOf('.') + 1, logger.length()).append(' ');
        line.append(ControlCharacters.escape(String.valueOf(event.getFormattedMessage())))
                .append(LINE_END);
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            ThrowableProxyUtil.asString(thrown)
                    .lines()
                    .forEach(trace -> line.append("  | ")
                            .append(ControlCharacters.escape(trace.replace("\t", "  ")))
                            .append(LINE_END));
        }
        return line.toString();
    }

    private static void appendTime(StringBuilder line, long epochMillis) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, ZoneOffset.UTC);
        line.append(time.toLocalDate()).append('T');
        padded(line, time.getHour(), 2).append(':');
        padded(line, time.getMinute(), 2).append(':');
        padded(line, time.getSecond(), 2).append('.');
        padded(line, Math.floorMod(epochMillis, 1000), 3).append('Z');
    }

    private static StringBuilder padded(StringBuilder line, int number, int width) {
        String digits = Integer.toString(number);
        return line.append("0".repeat(width - digits.length())).append(digits);
    }
}
