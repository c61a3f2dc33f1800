package dev.topoxy.filters.plugin;

import dev.topoxy.core.log.LogText;
import dev.topoxy.core.log.RateLimitedLog;
import java.time.Duration;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of a plugin's failures, some lines per interval, so that a failing plugin does not fill the disk. Thread-safe. */
final class FailureLog {

    static final int LINES_PER_INTERVAL = 10;

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Logger log = LoggerFactory.getLogger(FailureLog.class);

    private final String plugin;
    private final RateLimitedLog warnings = new RateLimitedLog(log, INTERVAL, LINES_PER_INTERVAL);

    FailureLog(String plugin) {
        this.plugin = plugin;
    }

    void warn(PluginOperation operation, AuthorizableRequestContext context, String groupId, Throwable failure) {
        if (log.isDebugEnabled()) {
            log.debug("plugin {} failed to {}", plugin, operation.text(), failure);
        }
        warnings.warn(
                plugin,
                () -> "plugin " + plugin + " failed to " + operation.text() + " of group " + LogText.quoted(groupId)
                        + " for client " + LogText.quoted(context.clientId()) + " of "
                        + LogText.quoted(String.valueOf(context.principal())) + " at "
                        + context.clientAddress().getHostAddress() + ": " + FailureText.of(failure));
    }
}
