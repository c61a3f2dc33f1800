package dev.topoxy.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import dev.topoxy.app.json.Json;
import dev.topoxy.core.log.ConnectionId;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/** One JSON object per event and line. The connection that an event is about, and the fields it names, are members. */
final class JsonLayout extends LayoutBase<ILoggingEvent> {

    @Override
    public String doLayout(ILoggingEvent event) {
        Json.Members members = Json.object()
                .with(
                        "timestamp",
                        UtcTime.append(new StringBuilder(), event.getTimeStamp())
                                .toString())
                .with("level", event.getLevel().toString())
                .with("logger", event.getLoggerName())
                .with("thread", event.getThreadName())
                .with("message", String.valueOf(event.getFormattedMessage()));
        Object[] arguments = event.getArgumentArray();
        if (arguments != null) {
            for (Object argument : arguments) {
                if (argument instanceof ConnectionId connection) {
                    members.with("connection", connection.text());
                }
            }
        }
        List<KeyValuePair> fields = event.getKeyValuePairs();
        if (fields != null) {
            for (KeyValuePair field : fields) {
                members.with(field.key, field.value instanceof Number number ? number : String.valueOf(field.value));
            }
        }
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            members.with("exception", ThrowableProxyUtil.asString(thrown));
        }
        return Json.text(members);
    }
}
