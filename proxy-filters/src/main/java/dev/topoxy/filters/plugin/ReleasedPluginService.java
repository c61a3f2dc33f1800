package dev.topoxy.filters.plugin;

import dev.topoxy.filters.push.PushBackoff;
import dev.topoxy.filters.push.PushTracker;
import dev.topoxy.filters.push.PushTracker.Answer;
import dev.topoxy.filters.push.PushTracker.Knowledge;
import dev.topoxy.filters.push.PushTracker.LookUp;
import dev.topoxy.filters.store.TopologyHistory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.StreamsTopologyDescriptionUpdateFailedException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin;
import org.apache.kafka.coordinator.group.api.streams.StreamsTopologyDescriptionPermanentFailureException;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * A plugin of Kafka 4.4's interface, with what a 4.4 broker does around it: one member is asked per backoff window,
 * never again after a permanent failure; while a push is under way nothing counts as stored. The plugin knows epochs
 * only, so this class holds on to the id under which it stored.
 */
final class ReleasedPluginService implements TopologyDescriptionService {

    /** The words of a released broker, which clients may compare. */
    private static final String NO_FUTURE = "Topology description plugin failed.";

    private static final long FORGET_MS = TimeUnit.DAYS.toMillis(7);
    private static final long SWEEP_MS = TimeUnit.HOURS.toMillis(1);

    private final LoadedPlugin loaded;
    private final StreamsGroupTopologyDescriptionPlugin plugin;
    private final PluginCalls calls;
    private final Duration closeTimeout;
    private final FailureLog failures;
    private final PushTracker tracker;
    private final LongSupplier clock;
    private final AtomicLong nextSweepMs;

    private volatile boolean closed;

    ReleasedPluginService(
            LoadedPlugin loaded,
            StreamsGroupTopologyDescriptionPlugin plugin,
            PluginCalls calls,
            Duration closeTimeout,
            PushBackoff backoff,
            LongSupplier clock) {
        this.loaded = loaded;
        this.plugin = plugin;
        this.calls = calls;
        this.closeTimeout = closeTimeout;
        this.clock = clock;
        this.failures = new FailureLog(loaded.name());
        this.tracker = new PushTracker(LookUp.FIRST_SIGHT, backoff, clock);
        this.nextSweepMs = new AtomicLong(clock.getAsLong() + SWEEP_MS);
    }

    @Override
    public boolean requiresTopologyPush(AuthorizableRequestContext context, TopologyVersion topology, boolean joined) {
        if (closed) {
            return false;
        }
        Answer answer = tracker.ask(topology.groupId(), topology.id());
        if (answer == Answer.LOOK_UP) {
            if (joined) {
                // A broker asks at the first join. Looked up are groups that were there before this process was.
                tracker.missing(topology.groupId(), topology.id());
                answer = tracker.ask(topology.groupId(), topology.id());
            } else {
                lookUp(context, topology);
            }
        }
        forgetUnseenGroups();
        return answer == Answer.ASK;
    }

    /** After a restart only the plugin knows what it holds; a plugin that cannot tell gets the description again. */
    private void lookUp(AuthorizableRequestContext context, TopologyVersion topology) {
        CompletableFuture<StreamsGroupTopologyDescription> unused = calls.call(
                        PluginOperation.GET, () -> plugin.getTopology(topology.groupId(), topology.epoch()))
                .whenComplete((description, failure) -> {
                    if (failure != null) {
                        failures.warn(PluginOperation.GET, context, topology.groupId(), PluginFailures.cause(failure));
                    }
                    if (description != null) {
                        tracker.found(topology.groupId(), topology.id());
                    } else if (!PluginFailures.neverCalled(failure)) {
                        tracker.missing(topology.groupId(), topology.id());
                    }
                });
    }

    private void forgetUnseenGroups() {
        long now = clock.getAsLong();
        long due = nextSweepMs.get();
        if (now >= due && nextSweepMs.compareAndSet(due, now + SWEEP_MS)) {
            CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> tracker.expire(FORGET_MS));
        }
    }

    @Override
    public CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description) {
        tracker.pushStarted(topology.groupId(), topology.id(), 0);
        return calls.<Void>call(PluginOperation.SET, () -> set(topology, description))
                .exceptionallyCompose(failure -> {
                    failures.warn(PluginOperation.SET, context, topology.groupId(), PluginFailures.cause(failure));
                    return CompletableFuture.failedFuture(answer(topology, failure));
                });
    }

    private @Nullable CompletableFuture<Void> set(
            TopologyVersion topology, StreamsGroupTopologyDescription description) {
        CompletableFuture<Void> future = plugin.setTopology(topology.groupId(), topology.epoch(), description);
        if (future == null) {
            return null;
        }
        return future.whenComplete((stored, failure) -> {
            // Counts even where it comes after the timeout: the plugin has the description.
            if (failure == null) {
                tracker.stored(topology.groupId(), topology.id());
            }
        });
    }

    /** A broker tells the client the plugin's own message, and takes a call without a future as a permanent failure. */
    private StreamsTopologyDescriptionUpdateFailedException answer(TopologyVersion topology, Throwable failure) {
        Throwable cause = Errors.maybeUnwrapException(failure);
        String message = cause.getMessage();
        boolean permanent = cause instanceof StreamsTopologyDescriptionPermanentFailureException;
        if (cause instanceof PluginCallException call) {
            boolean misused = call.reason() == PluginCallException.Reason.RETURNED_NULL
                    || (call.reason() == PluginCallException.Reason.THREW && call.getCause() instanceof Exception);
            permanent = misused;
            message = misused ? NO_FUTURE : message;
        }
        if (permanent) {
            tracker.rejected(topology.groupId(), topology.id());
        } else {
            tracker.failed(topology.groupId(), topology.id());
        }
        return new StreamsTopologyDescriptionUpdateFailedException(message);
    }

    /** The released interface knows a description by its epoch alone, which a redeployment leaves as it is. */
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
        Knowledge knowledge = tracker.knowledge(topology.groupId(), topology.id());
        if (knowledge == Knowledge.ABSENT || knowledge == Knowledge.OTHER_ID) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return calls.call(PluginOperation.GET, () -> plugin.getTopology(topology.groupId(), topology.epoch()))
                .whenComplete((description, failure) -> {
                    if (failure != null) {
                        failures.warn(PluginOperation.GET, context, topology.groupId(), PluginFailures.cause(failure));
                    }
                })
                .thenApply(Optional::ofNullable);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
        tracker.forget(groupId);
        return calls.<Void>call(PluginOperation.DELETE, () -> plugin.deleteTopology(groupId))
                .whenComplete((deleted, failure) -> {
                    if (failure != null) {
                        failures.warn(PluginOperation.DELETE, context, groupId, PluginFailures.cause(failure));
                    }
                });
    }

    /** How many groups are remembered. */
    int groups() {
        return tracker.size();
    }

    @Override
    public void close() {
        closed = true;
        calls.close();
        PluginShutdown.close(loaded, closeTimeout);
    }
}
