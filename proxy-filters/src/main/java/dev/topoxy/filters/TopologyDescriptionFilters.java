package dev.topoxy.filters;

import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.filters.flow.Flow;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.lineage.LineageService;
import dev.topoxy.filters.lineage.OpenLineageSettings;
import dev.topoxy.filters.plugin.PluginListener;
import dev.topoxy.filters.plugin.PluginLoadException;
import dev.topoxy.filters.plugin.PluginServices;
import dev.topoxy.filters.plugin.TopologyDescriptionService;
import dev.topoxy.filters.store.TopologyHistory;
import java.util.List;
import java.util.Optional;

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
        this(service, settings, TopologyListener.NONE);
    }

    private TopologyDescriptionFilters(
            TopologyDescriptionService service, TopologyDescriptionSettings settings, TopologyListener listener) {
        this.flow = new Flow(
                service,
                new GroupRegistry(GroupRegistry.Limits.DEFAULT, System::nanoTime),
                settings.nativeMode(),
                settings.maxBytes(),
                settings.refresh(),
                settings.describeTopics(),
                System::nanoTime,
                listener);
    }

    /**
     * Loads and starts the plugin that the settings name.
     *
     * @param clusterName the cluster by its name in the configuration
     * @param bootstrapServers of the cluster, host:port with commas between, for a store that is kept in it
     * @throws PluginLoadException if there is no such plugin, or it cannot be started with these settings
     */
    public static TopologyDescriptionFilters create(
            String clusterName, String bootstrapServers, TopologyDescriptionSettings settings)
            throws PluginLoadException {
        return create(
                clusterName, bootstrapServers, settings, Optional.empty(), PluginListener.NONE, TopologyListener.NONE);
    }

    /**
     * The same, and what is stored is also sent to a data catalog.
     *
     * @param openLineage where to, if anywhere
     * @param pluginCalls told of the plugin's calls
     * @param pushes told of pushes
     */
    public static TopologyDescriptionFilters create(
            String clusterName,
            String bootstrapServers,
            TopologyDescriptionSettings settings,
            Optional<OpenLineageSettings> openLineage,
            PluginListener pluginCalls,
            TopologyListener pushes)
            throws PluginLoadException {
        TopologyDescriptionService store = PluginServices.create(clusterName, bootstrapServers, settings, pluginCalls);
        TopologyDescriptionService service = openLineage
                .<TopologyDescriptionService>map(catalog -> LineageService.around(clusterName, store, catalog))
                .orElse(store);
        return new TopologyDescriptionFilters(service, settings, pushes);
    }

    @Override
    public List<Filter<?, ?>> create(ClientConnection connection) {
        return flow.filters(connection);
    }

    /** What is kept of the groups, if the plugin is a store that shows it. */
    public Optional<TopologyHistory> history() {
        return flow.service().history();
    }

    /** What is known of the groups by their members' requests. */
    public GroupRegistry groups() {
        return flow.registry();
    }

    /** Closes the plugin. */
    @Override
    public void close() {
        flow.service().close();
    }
}
