package dev.topoxy.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;

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
        UtcTime.append(line, event.getTimeStamp());
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
}
