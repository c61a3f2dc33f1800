package dev.topoxy.plugin;

import dev.topoxy.filters.push.PushBackoff;
import dev.topoxy.filters.push.PushTracker;
import dev.topoxy.filters.push.PushTracker.Answer;
import dev.topoxy.filters.push.PushTracker.Knowledge;
import dev.topoxy.filters.push.PushTracker.LookUp;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The base class for plugins: a subclass says how a description is stored, loaded and removed; this class decides
 * when to ask for one. It asks one member per group at a time, backs off exponentially after failures, never asks
 * again at an id that was refused for good, and removes descriptions of groups that no longer send heartbeats.
 *
 * <p>{@link #store}, {@link #load} and {@link #remove} may block, run on threads of the proxy or of this class, and
 * may be called for several groups at once. Memory held here is one small record per group seen within the expiry, and
 * an eighth of the heap at most: beyond that, groups not seen for long are forgotten, and their descriptions expire only
 * once they were seen or adopted again.
 * A subclass that overrides {@link #configure} or {@link #close} calls {@code super}.
 */
public abstract class TopologyDescriptionStore implements StreamsGroupTopologyDescriptionPlugin {

    /** How long a store may take before another member is asked, in milliseconds; default 30 s. */
    public static final String PUSH_TIMEOUT_MS = "push.timeout.ms";
    /** How long nobody is asked after the first attempt, in milliseconds; default 30 s, doubled by each attempt. */
    public static final String BACKOFF_MS = "push.backoff.ms";
    /** The longest time between two attempts, in milliseconds; default 1 h. */
    public static final String BACKOFF_MAX_MS = "push.backoff.max.ms";
    /** The part of the backoff that is random; default 0.2. */
    public static final String BACKOFF_JITTER = "push.backoff.jitter";
    /** How long a description outlives its group's last heartbeat, in milliseconds; default 7 days. */
    public static final String EXPIRY_MS = "expiry.ms";
    /** The largest description stored, in bytes as {@link #sizeOf} counts; default 0, no limit. */
    public static final String MAX_BYTES = "max.bytes";

    private static final Logger log = LoggerFactory.getLogger(TopologyDescriptionStore.class);
    private static final long LONGEST_SWEEP_INTERVAL_MS = 3_600_000;

    private final LongSupplier clock;
    private final Executor background;
    private final StoreWarnings warnings;
    private final ConcurrentHashMap<String, PushUnderWay> underWay = new ConcurrentHashMap<>();

    private volatile StoreSettings settings = StoreSettings.of(Map.of());
    private volatile PushTracker tracker;
    private volatile boolean closed;

    protected TopologyDescriptionStore() {
        this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), new BackgroundThread());
    }

    /**
     * A store with a clock and threads of its own choice.
     *
     * @param clock milliseconds, monotonic
     * @param background runs look-ups and expiry; may refuse a task, which is then tried again later. Tasks that never
     *     block may run where they are given. Closed with this store where it is {@link AutoCloseable}
     */
    protected TopologyDescriptionStore(LongSupplier clock, Executor background) {
        this.clock = clock;
        this.background = background;
        this.warnings = new StoreWarnings(getClass().getName(), clock);
        this.tracker = newTracker(clock, settings);
    }

    /** The settings that {@link #configure} understands; a copy that a subclass may add its own to. */
    public static ConfigDef configDef() {
        return StoreSettings.definition();
    }

    /**
     * Checks what {@link #configure} would take, as far as this class understands it.
     *
     * @throws org.apache.kafka.common.config.ConfigException if it is faulty
     */
    public static void check(Map<String, ?> configs) {
        StoreSettings unused = StoreSettings.of(configs);
    }

    /** Stores the description, replacing whatever the group has at this or any other id. */
    protected abstract CompletableFuture<Void> store(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid topologyDescriptionId,
            StreamsGroupTopologyDescription description);

    /** The description stored for the group at that id, or null where there is none at that id. */
    protected abstract CompletableFuture<@Nullable StreamsGroupTopologyDescription> load(
            String groupId, Uuid topologyDescriptionId);

    /** Drops whatever is stored for the group; fine where nothing is. */
    protected abstract CompletableFuture<Void> remove(String groupId);

    /** Drops the description of a group that sent no heartbeat for long; {@link #remove} unless overridden. */
    protected CompletableFuture<Void> expire(String groupId) {
        return remove(groupId);
    }

    /** The size that {@link #MAX_BYTES} limits; unless overridden, the UTF-8 length of all names. */
    protected long sizeOf(StreamsGroupTopologyDescription description) {
        return DescriptionSize.inBytes(description);
    }

    /**
     * Called now and then for each group that does not expire yet, on the thread that looks up and expires.
     *
     * @param unseenFor since the group's last heartbeat
     */
    protected void keepAlive(String groupId, Duration unseenFor) {}

    /**
     * Tells that a description is in the store: it expires even if no heartbeat comes, and its group is not looked up.
     * For stores that find descriptions when they start; call it at the end of {@code configure}.
     */
    protected final void adopt(String groupId, Uuid topologyDescriptionId) {
        adopt(groupId, topologyDescriptionId, Duration.ZERO);
    }

    /**
     * The same for a group that sent no heartbeat for a while, as far as the store knows. Also for descriptions that come
     * into the store by other ways than this object, at any time after {@code configure}.
     */
    protected final void adopt(String groupId, Uuid topologyDescriptionId, Duration unseenFor) {
        tracker.adopt(groupId, topologyDescriptionId, unseenFor.toMillis());
    }

    /** Tells that the store lost the group's description, or may have: it is looked up at the next heartbeat. */
    protected final void doubt(String groupId) {
        tracker.inDoubt(groupId);
    }

    /** How long a description outlives its group's last heartbeat. */
    protected final Duration expiry() {
        return Duration.ofMillis(settings.expiryMs());
    }

    @Override
    public void configure(Map<String, ?> configs) {
        settings = StoreSettings.of(configs);
        tracker = newTracker(clock, settings);
        sweepLater();
    }

    private static PushTracker newTracker(LongSupplier clock, StoreSettings settings) {
        var backoff = PushBackoff.of(settings.backoffMs(), settings.backoffMaxMs(), settings.backoffJitter());
        return new PushTracker(LookUp.EVERY_ID, backoff, clock);
    }

    @Override
    public final boolean requiresTopologyPush(
            AuthorizableRequestContext requestContext, String groupId, Uuid topologyDescriptionId) {
        Answer answer = tracker.ask(groupId, topologyDescriptionId);
        if (answer == Answer.LOOK_UP) {
            try {
                background.execute(() -> lookUp(groupId, topologyDescriptionId));
                answer = tracker.ask(groupId, topologyDescriptionId);
            } catch (RejectedExecutionException e) {
                log.debug("group {} is looked up later: {}", groupId, e.getMessage());
            }
        }
        return answer == Answer.ASK;
    }

    private void lookUp(String groupId, Uuid id) {
        Attempt.of(() -> load(groupId, id), (description, failure) -> {
            if (failure != null) {
                warnings.warn("cannot tell whether it has the topology of a group; tried again later", failure);
            } else if (description == null) {
                tracker.missing(groupId, id);
            } else {
                tracker.found(groupId, id);
            }
        });
    }

    @Override
    public final CompletableFuture<Void> setTopology(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid topologyDescriptionId,
            StreamsGroupTopologyDescription description) {
        long now = clock.getAsLong();
        var mine = new PushUnderWay(topologyDescriptionId, now);
        PushUnderWay current = underWay.compute(
                groupId,
                (group, other) -> other != null
                                && other.id().equals(topologyDescriptionId)
                                && now - other.startedMs() < settings.pushTimeoutMs()
                        ? other
                        : mine);
        if (current == mine) {
            Knowledge before = tracker.pushStarted(groupId, topologyDescriptionId, settings.pushTimeoutMs());
            Attempt.of(
                    () -> storeIfSmall(requestContext, groupId, topologyDescriptionId, description),
                    (stored, failure) -> ended(groupId, mine, before, failure));
        }
        return current.result().copy();
    }

    private CompletableFuture<Void> storeIfSmall(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid id,
            StreamsGroupTopologyDescription description) {
        int limit = settings.maxBytes();
        long size = limit == 0 ? 0 : sizeOf(description);
        if (size > limit) {
            throw new TopologyDescriptionTooLargeException("The topology description of " + size
                    + " bytes is larger than " + MAX_BYTES + " = " + limit + " of the plugin.");
        }
        return store(requestContext, groupId, id, description);
    }

    private void ended(String groupId, PushUnderWay push, Knowledge before, @Nullable Throwable failure) {
        boolean current = underWay.remove(groupId, push);
        if (failure == null) {
            boolean owned = current ? tracker.stored(groupId, push.id()) : tracker.inDoubt(groupId);
            if (!owned) {
                dropOrphan(groupId);
            }
            push.result().complete(null);
            return;
        }
        Throwable cause = Attempt.cause(failure);
        if (cause instanceof TopologyDescriptionTooLargeException || cause instanceof InvalidRequestException) {
            rejected(groupId, push.id(), before);
        } else {
            tracker.failed(groupId, push.id());
        }
        push.result().completeExceptionally(cause);
    }

    private void rejected(String groupId, Uuid id, Knowledge before) {
        if (before == Knowledge.STORED) {
            tracker.stored(groupId, id);
            return;
        }
        tracker.rejected(groupId, id);
        if (before == Knowledge.OTHER_ID || before == Knowledge.ABSENT) {
            // What an earlier id left behind can no longer be read, and no later store will replace it.
            dropOrphan(groupId);
        }
    }

    private void dropOrphan(String groupId) {
        Attempt.of(() -> remove(groupId), (removed, failure) -> {
            if (failure != null) {
                warnings.warn("cannot remove a description that nobody can read any more", failure);
            }
        });
    }

    @Override
    public final CompletableFuture<Void> deleteTopology(AuthorizableRequestContext requestContext, String groupId) {
        tracker.forget(groupId);
        underWay.remove(groupId);
        return Attempt.of(() -> remove(groupId));
    }

    @Override
    public final CompletableFuture<@Nullable StreamsGroupTopologyDescription> getTopology(
            AuthorizableRequestContext requestContext, String groupId, Uuid topologyDescriptionId) {
        return Attempt.of(() -> load(groupId, topologyDescriptionId));
    }

    private void sweepLater() {
        long interval = Math.max(1, Math.min(LONGEST_SWEEP_INTERVAL_MS, settings.expiryMs() / 4));
        CompletableFuture.delayedExecutor(interval, TimeUnit.MILLISECONDS).execute(() -> {
            if (!closed) {
                sweepLater();
                background.execute(this::expireUnseenGroups);
            }
        });
    }

    /** Removes the descriptions of groups not seen within {@link #EXPIRY_MS}. Runs by itself from time to time. */
    protected final void expireUnseenGroups() {
        for (String groupId : tracker.expire(settings.expiryMs())) {
            underWay.remove(groupId);
            Attempt.of(() -> expire(groupId), (removed, failure) -> {
                if (failure != null) {
                    warnings.warn("cannot remove the description of a group not seen for long", failure);
                }
            });
        }
        tracker.forEach((groupId, unseenMs) -> keepAlive(groupId, Duration.ofMillis(unseenMs)));
        swept();
    }

    /** Called now and then, after groups have expired; runs on the same thread. */
    protected void swept() {}

    /** Whether the group is remembered here. Of too many groups, those not seen for the longest time are not. */
    protected final boolean isTracked(String groupId) {
        return tracker.tracks(groupId);
    }

    /** How many groups are remembered. */
    final int groups() {
        return tracker.size();
    }

    @Override
    public void close() {
        closed = true;
        if (background instanceof BackgroundThread thread) {
            thread.close();
        }
    }
}
