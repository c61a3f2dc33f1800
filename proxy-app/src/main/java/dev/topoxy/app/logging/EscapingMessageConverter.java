package dev.topoxy.app.logging;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** The message, with everything a client could use to forge lines or steer a terminal escaped. */
public final class EscapingMessageConverter extends ClassicConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return ControlCharacters.escape(String.valueOf(event.getFormattedMessage()));
    }
}
