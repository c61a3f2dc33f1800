package dev.topoxy.filters.plugin;

import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.push.PushBackoff;
import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.util.concurrent.TimeUnit;

/** Makes the service for one cluster from its settings. */
public final class PluginServices {

    private PluginServices() {}

    /**
     * Loads, creates and configures the plugin.
     *
     * @param clusterName for log lines and thread names
     * @throws PluginLoadException where the plugin cannot be used; the message says how to mend that
     */
    public static TopologyDescriptionService create(String clusterName, TopologyDescriptionSettings settings)
            throws PluginLoadException {
        return create(clusterName, settings, PluginListener.NONE);
    }

    /**
     * The same, with the plugin's calls measured.
     *
     * @param listener told of every call of the plugin
     */
    public static TopologyDescriptionService create(
            String clusterName, TopologyDescriptionSettings settings, PluginListener listener)
            throws PluginLoadException {
        LoadedPlugin loaded = PluginLoader.load(settings);
        var calls = new PluginCalls(
                clusterName,
                loaded.loader(),
                settings.pluginTimeout(),
                settings.pluginThreads(),
                settings.pluginQueue(),
                listener);
        if (loaded.instance() instanceof StreamsGroupTopologyDescriptionPlugin plugin) {
            return new PluginService(loaded, plugin, calls, settings.pluginTimeout(), listener);
        }
        var released = (org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin)
                loaded.instance();
        return new ReleasedPluginService(
                loaded,
                released,
                calls,
                settings.pluginTimeout(),
                PushBackoff.asReleased(),
                () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }
}
