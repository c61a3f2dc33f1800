package dev.topoxy.filters.store;

import dev.topoxy.plugin.TopologyDescriptionStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;

/** Keeps descriptions in the heap: gone with the process, read only through the proxy that got them. */
public final class MemoryTopologyStore extends TopologyDescriptionStore {

    private final ConcurrentHashMap<String, Stored> descriptions = new ConcurrentHashMap<>();

    public MemoryTopologyStore() {
        this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    }

    MemoryTopologyStore(LongSupplier clock) {
        // Nothing here blocks, so that even the first heartbeat of a group is answered with what is known.
        super(clock, Runnable::run);
    }

    @Override
    protected CompletableFuture<Void> store(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid topologyDescriptionId,
            StreamsGroupTopologyDescription description) {
        descriptions.put(groupId, new Stored(topologyDescriptionId, description));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    protected CompletableFuture<@Nullable StreamsGroupTopologyDescription> load(
            String groupId, Uuid topologyDescriptionId) {
        Stored stored = descriptions.get(groupId);
        return CompletableFuture.completedFuture(
                stored != null && stored.id.equals(topologyDescriptionId) ? stored.description : null);
    }

    @Override
    protected CompletableFuture<Void> remove(String groupId) {
        descriptions.remove(groupId);
        return CompletableFuture.completedFuture(null);
    }

    private record Stored(Uuid id, StreamsGroupTopologyDescription description) {}
}
