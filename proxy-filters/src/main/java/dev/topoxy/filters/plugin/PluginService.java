package dev.topoxy.filters.plugin;

import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
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
            boolean required = plugin.requiresTopologyPush(context, topology.groupId(), topology.id());
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
        return calls.<Void>call(
                        PluginOperation.SET,
                        () -> plugin.setTopology(context, topology.groupId(), topology.id(), description))
                .exceptionallyCompose(failure -> {
                    Throwable cause = PluginFailures.cause(failure);
                    failures.warn(PluginOperation.SET, context, topology.groupId(), cause);
                    return CompletableFuture.failedFuture(PluginFailures.answer(cause));
                });
    }

    @Override
    public CompletableFuture<Optional<StreamsGroupTopologyDescription>> getTopology(
            AuthorizableRequestContext context, TopologyVersion topology) {
        return calls.call(PluginOperation.GET, () -> plugin.getTopology(context, topology.groupId(), topology.id()))
                .whenComplete((description, failure) -> {
                    if (failure != null) {
                        failures.warn(PluginOperation.GET, context, topology.groupId(), PluginFailures.cause(failure));
                    }
                })
                .thenApply(Optional::ofNullable);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
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
