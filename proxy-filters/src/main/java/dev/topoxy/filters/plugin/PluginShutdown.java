package dev.topoxy.filters.plugin;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a plugin on a thread of its own and does not wait for one that hangs. */
final class PluginShutdown {

    private static final Logger log = LoggerFactory.getLogger(PluginShutdown.class);

    private PluginShutdown() {}

    static void close(LoadedPlugin plugin, Duration longest) {
        var thread = new Thread(() -> closeNow(plugin), "plugin-close");
        thread.setDaemon(true);
        thread.setContextClassLoader(plugin.loader());
        thread.start();
        try {
            thread.join(Math.max(1, longest.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            log.warn("plugin {} did not close within {} ms and is abandoned", plugin.name(), longest.toMillis());
        }
    }

    private static void closeNow(LoadedPlugin plugin) {
        try (var resources = plugin.resources()) {
            plugin.instance().close();
        } catch (Throwable failure) {
            log.warn("plugin {} failed to close: {}", plugin.name(), FailureText.of(failure));
        }
    }
}
