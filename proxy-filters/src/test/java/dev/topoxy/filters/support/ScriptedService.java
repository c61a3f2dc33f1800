package dev.topoxy.filters.support;

import dev.topoxy.filters.plugin.TopologyDescriptionService;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.store.TopologyHistory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** A plugin that wants every topology it does not have, unless the test says otherwise. */
public final class ScriptedService implements TopologyDescriptionService {

    public final Map<TopologyVersion, StreamsGroupTopologyDescription> stored = new HashMap<>();
    public final List<TopologyVersion> asked = new ArrayList<>();
    public final List<String> deleted = new ArrayList<>();

    public Function<TopologyVersion, Boolean> wants = topology -> !stored.containsKey(topology);
    public Function<TopologyVersion, CompletableFuture<Void>> set = topology -> CompletableFuture.completedFuture(null);
    public Function<TopologyVersion, CompletableFuture<Optional<StreamsGroupTopologyDescription>>> get =
            topology -> CompletableFuture.completedFuture(Optional.ofNullable(stored.get(topology)));
    public Function<String, CompletableFuture<Void>> delete = group -> CompletableFuture.completedFuture(null);
    public boolean closed;

    @Override
    public boolean requiresTopologyPush(AuthorizableRequestContext context, TopologyVersion topology, boolean joined) {
        asked.add(topology);
        return wants.apply(topology);
    }

    @Override
    public CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return set.apply(topology).thenAccept(done -> stored.put(topology, description));
    }

    @Override
    public boolean canRefresh() {
        return false;
    }

    @Override
    public CompletableFuture<Void> refreshTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return setTopology(context, topology, description);
    }

    @Override
    public Optional<TopologyHistory> history() {
        return Optional.empty();
    }

    @Override
    public CompletableFuture<Optional<StreamsGroupTopologyDescription>> getTopology(
            AuthorizableRequestContext context, TopologyVersion topology) {
        return get.apply(topology);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
        deleted.add(groupId);
        return delete.apply(groupId);
    }

    @Override
    public void close() {
        closed = true;
    }
}
