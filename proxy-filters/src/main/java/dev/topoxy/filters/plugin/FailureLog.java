package dev.topoxy.filters.plugin;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of a plugin's failures, some lines per interval, so that a failing plugin does not fill the disk. Thread-safe. */
final class FailureLog {

    static final int LINES_PER_INTERVAL = 10;

    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger log = LoggerFactory.getLogger(FailureLog.class);

    private final String plugin;
    private final LongSupplier nanoClock;

    private long intervalStart;
    private int lines;
    private long suppressed;

    FailureLog(String plugin, LongSupplier nanoClock) {
        this.plugin = plugin;
        this.nanoClock = nanoClock;
        this.intervalStart = nanoClock.getAsLong();
    }

    void warn(PluginOperation operation, AuthorizableRequestContext context, String groupId, Throwable failure) {
        if (log.isDebugEnabled()) {
            log.debug("plugin {} failed to {}", plugin, operation.text(), failure);
        }
        long before = permit();
        if (before < 0) {
            return;
        }
        log.warn(
                "plugin {} failed to {} of group {} for client {} of {} at {}: {}{}",
                plugin,
                operation.text(),
                LogText.quoted(groupId),
                LogText.quoted(context.clientId()),
                LogText.quoted(String.valueOf(context.principal())),
                context.clientAddress(),
                LogText.describe(failure),
                before == 0 ? "" : " (" + before + " more failures not logged before)");
    }

    /** How many lines were suppressed since the last one, or -1 where this one is suppressed, too. */
    private synchronized long permit() {
        long now = nanoClock.getAsLong();
        if (now - intervalStart >= INTERVAL_NANOS) {
            intervalStart = now;
            lines = 0;
        }
        if (lines >= LINES_PER_INTERVAL) {
            suppressed++;
            return -1;
        }
        lines++;
        long before = suppressed;
        suppressed = 0;
        return before;
    }
}
