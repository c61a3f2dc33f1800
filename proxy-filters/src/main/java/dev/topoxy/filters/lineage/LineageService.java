package dev.topoxy.filters.lineage;

import dev.topoxy.filters.plugin.TopologyDescriptionService;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.store.TopologyHistory;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** Around any store: what it has stored is also sent on. The store alone decides what a client is answered, and when. */
public final class LineageService implements TopologyDescriptionService {

    private final TopologyDescriptionService store;
    private final LineageSender sender;

    LineageService(TopologyDescriptionService store, LineageSender sender) {
        this.store = store;
        this.sender = sender;
    }

    /**
     * Starts sending what the store stores.
     *
     * @param clusterName for log lines and the thread's name
     * @param store closed with the result
     */
    public static LineageService around(
            String clusterName, TopologyDescriptionService store, OpenLineageSettings settings) {
        return new LineageService(store, new LineageSender(clusterName, settings, LineageSender.BACKOFF));
    }

    @Override
    public boolean requiresTopologyPush(AuthorizableRequestContext context, TopologyVersion topology, boolean joined) {
        return store.requiresTopologyPush(context, topology, joined);
    }

    @Override
    public CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return sending(store.setTopology(context, topology, description), topology, description);
    }

    @Override
    public boolean canRefresh() {
        return store.canRefresh();
    }

    @Override
    public CompletableFuture<Void> refreshTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return sending(store.refreshTopology(context, topology, description), topology, description);
    }

    private CompletableFuture<Void> sending(
            CompletableFuture<Void> storing, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return storing.whenComplete((stored, failure) -> {
            if (failure == null) {
                sender.send(new Stored(topology, description, Instant.now()));
            }
        });
    }

    @Override
    public Optional<TopologyHistory> history() {
        return store.history();
    }

    @Override
    public CompletableFuture<Optional<StreamsGroupTopologyDescription>> getTopology(
            AuthorizableRequestContext context, TopologyVersion topology) {
        return store.getTopology(context, topology);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
        return store.deleteTopology(context, groupId);
    }

    /** Events that the receiver has taken. */
    public long sent() {
        return sender.sent();
    }

    /** Events dropped because too many waited. */
    public long dropped() {
        return sender.dropped();
    }

    /** Events that the receiver refused for good. */
    public long refused() {
        return sender.refused();
    }

    @Override
    public void close() {
        store.close();
        sender.close();
    }
}
