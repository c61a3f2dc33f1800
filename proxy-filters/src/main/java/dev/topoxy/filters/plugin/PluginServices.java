package dev.topoxy.filters.plugin;

import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.push.PushBackoff;
import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.util.concurrent.TimeUnit;

/** Makes the service for one cluster from its settings. */
public final class PluginServices {

    private PluginServices() {}

    /**
     * Looks for the plugin's class and runs none of its code.
     *
     * @throws PluginLoadException where there is none, or none of which a plugin can be created
     */
    public static void find(TopologyDescriptionSettings settings) throws PluginLoadException {
        PluginLoader.find(settings);
    }

    /**
     * Loads, creates and configures the plugin.
     *
     * @param clusterName for log lines and thread names
     * @param bootstrapServers of the cluster, for a store that is kept in it
     * @throws PluginLoadException where the plugin cannot be used; the message says how to mend that
     */
    public static TopologyDescriptionService create(
            String clusterName, String bootstrapServers, TopologyDescriptionSettings settings)
            throws PluginLoadException {
        return create(clusterName, bootstrapServers, settings, PluginListener.NONE);
    }

    /**
     * The same, with the plugin's calls measured.
     *
     * @param listener told of every call of the plugin
     */
    public static TopologyDescriptionService create(
            String clusterName, String bootstrapServers, TopologyDescriptionSettings settings, PluginListener listener)
            throws PluginLoadException {
        LoadedPlugin loaded = PluginLoader.load(settings, bootstrapServers);
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
