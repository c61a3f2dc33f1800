package dev.topoxy.filters;

import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.filters.flow.Flow;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.plugin.PluginLoadException;
import dev.topoxy.filters.plugin.PluginServices;
import dev.topoxy.filters.plugin.TopologyDescriptionService;
import java.util.List;

/** The topology description flow before one cluster: its plugin, what is known of its groups, and a filter for each API. */
public final class TopologyDescriptionFilters implements FilterFactory, AutoCloseable {

    private final Flow flow;

    /**
     * The flow with a plugin that is running already.
     *
     * @param service closed with this object
     * @param settings of which the plugin's own are not looked at
     */
    public TopologyDescriptionFilters(TopologyDescriptionService service, TopologyDescriptionSettings settings) {
        this.flow = new Flow(
                service,
                new GroupRegistry(GroupRegistry.Limits.DEFAULT, System::nanoTime),
                settings.nativeMode(),
                settings.maxBytes(),
                System::nanoTime);
    }

    /**
     * Loads and starts the plugin that the settings name.
     *
     * @param clusterName the cluster by its name in the configuration
     * @throws PluginLoadException if there is no such plugin, or it cannot be started with these settings
     */
    public static TopologyDescriptionFilters create(String clusterName, TopologyDescriptionSettings settings)
            throws PluginLoadException {
        return new TopologyDescriptionFilters(PluginServices.create(clusterName, settings), settings);
    }

    @Override
    public List<Filter<?, ?>> create(ClientConnection connection) {
        return flow.filters(connection);
    }

    /** Closes the plugin. */
    @Override
    public void close() {
        flow.service().close();
    }
}
