package dev.topoxy.filters;

import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.filters.plugin.PluginLoadException;
import java.util.List;

/** Stand-in until the flow is merged. */
public final class TopologyDescriptionFilters implements FilterFactory, AutoCloseable {
    public static TopologyDescriptionFilters create(String clusterName, TopologyDescriptionSettings settings)
            throws PluginLoadException {
        if (!settings.plugin().equals("memory")) {
            throw new PluginLoadException("plugin " + settings.plugin() + " of " + clusterName + " not found");
        }
        return new TopologyDescriptionFilters();
    }

    @Override
    public List<Filter<?, ?>> create(ClientConnection connection) {
        return List.of();
    }

    @Override
    public void close() {}
}
