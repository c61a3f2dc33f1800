package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.Call;
import dev.topoxy.core.log.LogText;
import dev.topoxy.core.log.RateLimitedLog;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.slf4j.LoggerFactory;

/** Warnings of what went wrong for one client. Clients can cause them at will, hence they are limited. Thread-safe. */
final class ClientWarnings {

    private static final int LINES_PER_INTERVAL = 20;
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final RateLimitedLog log;

    ClientWarnings(Class<?> source) {
        log = new RateLimitedLog(LoggerFactory.getLogger(source), INTERVAL, LINES_PER_INTERVAL);
    }

    /** Logs the text, which is only made if it is to be seen, and what an operator needs to find the call's client. */
    void warn(Call call, Supplier<String> text) {
        log.warn(
                "",
                "Connection {}: {} ({})",
                call.connection().id(),
                madeWhenWritten(text),
                madeWhenWritten(() -> client(call)));
    }

    private static Object madeWhenWritten(Supplier<String> text) {
        return new Object() {
            @Override
            public String toString() {
                return text.get();
            }
        };
    }

    private static String client(Call call) {
        AuthorizableRequestContext context = call.context();
        InetAddress address = context.clientAddress();
        return "client " + LogText.quoted(context.clientId()) + " at " + address.getHostAddress() + ", principal "
                + LogText.quoted(context.principal().toString());
    }
}
