package dev.topoxy.filters.plugin;

import dev.topoxy.filters.description.DescriptionDigest;
import dev.topoxy.filters.store.TopologyHistory;
import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A plugin of the product's own interface: it is asked about every heartbeat and told of every push. */
final class PluginService implements TopologyDescriptionService {

    /** A heartbeat decision that takes longer holds up every client of the event loop. */
    private static final long BLOCKING_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Logger log = LoggerFactory.getLogger(PluginService.class);

    private final LoadedPlugin loaded;
    private final StreamsGroupTopologyDescriptionPlugin plugin;
    private final PluginCalls calls;
    private final NewestIds newestIds;
    private final Duration closeTimeout;
    private final PluginListener listener;
    private final FailureLog failures;
    private final AtomicInteger slowDecisions = new AtomicInteger();

    private volatile boolean closed;

    PluginService(
            LoadedPlugin loaded,
            StreamsGroupTopologyDescriptionPlugin plugin,
            PluginCalls calls,
            Duration closeTimeout,
            PluginListener listener) {
        this.loaded = loaded;
        this.plugin = plugin;
        this.calls = calls;
        this.newestIds = new NewestIds(plugin);
        this.closeTimeout = closeTimeout;
        this.listener = listener;
        this.failures = new FailureLog(loaded.name());
    }

    @Override
    public boolean requiresTopologyPush(AuthorizableRequestContext context, TopologyVersion topology, boolean joined) {
        if (closed) {
            return false;
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        long start = System.nanoTime();
        boolean failed = true;
        thread.setContextClassLoader(loaded.loader());
        try {
            boolean required = plugin.requiresTopologyPush(context, topology.groupId(), newestIds.of(topology));
            failed = false;
            return required;
        } catch (Throwable failure) {
            failures.warn(PluginOperation.REQUIRES_PUSH, context, topology.groupId(), failure);
            return false;
        } finally {
            thread.setContextClassLoader(before);
            decided(System.nanoTime() - start, failed);
        }
    }

    private void decided(long nanos, boolean failed) {
        listener.called(PluginOperation.REQUIRES_PUSH, nanos, failed);
        // The first may have loaded the plugin's classes: only what comes again is the plugin's habit.
        if (nanos > BLOCKING_NANOS && slowDecisions.incrementAndGet() == 2) {
            log.warn(
                    "plugin {} took {} ms in requiresTopologyPush, which holds up every client of an event loop:"
                            + " it must answer at once and look things up in the background (reported once)",
                    loaded.name(),
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    @Override
    public CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return set(context, topology, () -> {
            boolean first = newestIds.of(topology).equals(topology.id());
            return give(context, topology, first ? topology.id() : ownId(topology, description), description);
        });
    }

    @Override
    public boolean canRefresh() {
        return true;
    }

    @Override
    public CompletableFuture<Void> refreshTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return set(context, topology, () -> replace(context, topology, description));
    }

    private @Nullable CompletableFuture<Void> replace(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        Uuid newest = newestIds.of(topology);
        var reading = plugin.getTopology(context, topology.groupId(), newest);
        if (reading == null) {
            return null;
        }
        return reading.thenCompose(stored -> {
            if (stored != null && DescriptionDigest.of(stored).equals(DescriptionDigest.of(description))) {
                return CompletableFuture.completedFuture(null);
            }
            boolean first = stored == null && newest.equals(topology.id());
            CompletableFuture<Void> given =
                    give(context, topology, first ? newest : ownId(topology, description), description);
            return Objects.requireNonNull(given, "the plugin returned null");
        });
    }

    private static Uuid ownId(TopologyVersion topology, StreamsGroupTopologyDescription description) {
        return DescriptionDigest.idUnder(topology.id(), DescriptionDigest.of(description));
    }

    private @Nullable CompletableFuture<Void> give(
            AuthorizableRequestContext context,
            TopologyVersion topology,
            Uuid id,
            StreamsGroupTopologyDescription description) {
        CompletableFuture<Void> given = plugin.setTopology(context, topology.groupId(), id, description);
        return given == null ? null : given.thenRun(() -> newestIds.stored(topology, id));
    }

    private CompletableFuture<Void> set(
            AuthorizableRequestContext context,
            TopologyVersion topology,
            Supplier<@Nullable CompletableFuture<Void>> call) {
        return calls.call(PluginOperation.SET, call).exceptionallyCompose(failure -> {
            Throwable cause = PluginFailures.cause(failure);
            failures.warn(PluginOperation.SET, context, topology.groupId(), cause);
            return CompletableFuture.failedFuture(PluginFailures.answer(cause));
        });
    }

    @Override
    public Optional<TopologyHistory> history() {
        return plugin instanceof TopologyHistory history ? Optional.of(history) : Optional.empty();
    }

    @Override
    public CompletableFuture<Optional<StreamsGroupTopologyDescription>> getTopology(
            AuthorizableRequestContext context, TopologyVersion topology) {
        return calls.call(
                        PluginOperation.GET,
                        () -> plugin.getTopology(context, topology.groupId(), newestIds.of(topology)))
                .whenComplete((description, failure) -> {
                    if (failure != null) {
                        failures.warn(PluginOperation.GET, context, topology.groupId(), PluginFailures.cause(failure));
                    }
                })
                .thenApply(Optional::ofNullable);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
        newestIds.forget(groupId);
        return calls.<Void>call(PluginOperation.DELETE, () -> plugin.deleteTopology(context, groupId))
                .whenComplete((deleted, failure) -> {
                    if (failure != null) {
                        failures.warn(PluginOperation.DELETE, context, groupId, PluginFailures.cause(failure));
                    }
                });
    }

    @Override
    public void close() {
        closed = true;
        calls.close();
        PluginShutdown.close(loaded, closeTimeout);
    }
}
