package dev.topoxy.filters.plugin;

import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.store.MemoryTopologyStore;
import org.apache.kafka.common.Configurable;

final class PluginLoader {
    static final String MEMORY = "memory";

    private PluginLoader() {}

    static LoadedPlugin load(TopologyDescriptionSettings settings) throws PluginLoadException {
        var plugin = new MemoryTopologyStore();
        ((Configurable) plugin).configure(settings.pluginConfig());
        return new LoadedPlugin(settings.plugin(), plugin, PluginLoader.class.getClassLoader(), () -> {});
    }
}
