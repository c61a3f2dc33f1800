package dev.topoxy.app.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.stream.Collectors;

/** A stack trace whose lines all begin with a bar, so that a message in it cannot pass for a log line of its own. */
public final class EscapingThrowableConverter extends ThrowableProxyConverter {

    @Override
    protected String throwableProxyToString(IThrowableProxy throwable) {
        return super.throwableProxyToString(throwable)
                .lines()
                .map(line -> "  | " + ControlCharacters.escape(line.replace("\t", "  ")) + System.lineSeparator())
                .collect(Collectors.joining());
    }
}
