package dev.topoxy.filters.store;

import dev.topoxy.plugin.RefreshableTopologyPlugin;
import dev.topoxy.plugin.TopologyDescriptionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last distinct descriptions of each group as one {@link GroupDocument}. This class holds a
 * {@link GroupSummary} of each group in memory, so that heartbeats are answered without I/O; a subclass keeps the documents.
 *
 * <p>{@link #put}, {@link #drop} and {@link #fetch} may block, must end, and are called for one group one after the other.
 * What comes into or leaves the store by other ways is told with {@link #learned} and {@link #forgotten}.
 */
public abstract class HistoryStore extends TopologyDescriptionStore
        implements RefreshableTopologyPlugin, TopologyHistory {

    /** How many distinct descriptions of a group are kept; default 10. */
    public static final String HISTORY = "history";

    private static final int DEFAULT_HISTORY = 10;
    private static final int MOST_HISTORY = 1_000;

    /** How stale the stored time of a group's last heartbeat may become, as a part of the expiry. */
    private static final int KEEP_ALIVE_PART = 8;

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    HISTORY,
                    ConfigDef.Type.INT,
                    DEFAULT_HISTORY,
                    Range.between(1, MOST_HISTORY),
                    Importance.MEDIUM,
                    "How many distinct descriptions of a group are kept.");

    private static final Logger log = LoggerFactory.getLogger(HistoryStore.class);

    private final ConcurrentHashMap<String, GroupSummary> index = new ConcurrentHashMap<>();
    private final Turns turns = new Turns();
    private final InstantSource wallClock;
    private volatile int history = DEFAULT_HISTORY;

    protected HistoryStore() {
        this.wallClock = InstantSource.system();
    }

    /**
     * A store with clocks and threads of its own choice.
     *
     * @param clock as in {@link TopologyDescriptionStore}
     * @param background as in {@link TopologyDescriptionStore}
     * @param wallClock tells when a description came
     */
    protected HistoryStore(LongSupplier clock, Executor background, InstantSource wallClock) {
        super(clock, background);
        this.wallClock = wallClock;
    }

    /** A clock for {@link TopologyDescriptionStore}: milliseconds, monotonic. */
    protected static long monotonicMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** Keeps the document in place of the group's earlier one; done once it is safe. Fails with the earlier one kept. */
    protected abstract CompletableFuture<Void> put(GroupDocument document);

    /** Drops the group's document; fine where there is none. */
    protected abstract CompletableFuture<Void> drop(String groupId);

    /** The group's document; empty where there is none that can be read, which ends it for good. */
    protected abstract CompletableFuture<Optional<GroupDocument>> fetch(String groupId);

    /** Notes durably that the group was alive then; a store that can do it for less than a put overrides it. */
    protected CompletableFuture<Void> touch(String groupId, Instant seen) {
        return fetch(groupId)
                .thenCompose(document -> document.isPresent()
                        ? put(document.get().seen(seen))
                        : CompletableFuture.completedFuture(null));
    }

    /** Completes once {@link #learned} has told of all that is in the store; until then whoever asks or stores waits. */
    protected CompletableFuture<Void> ready() {
        return CompletableFuture.completedFuture(null);
    }

    /** Whether {@link #learned} and {@link #forgotten} tell of this object's own puts and drops too, before they are done. */
    protected boolean tellsOfItsOwn() {
        return false;
    }

    /** Somebody noted that the group was alive then. */
    protected final void noted(String groupId, Instant seen) {
        index.computeIfPresent(groupId, (group, summary) -> summary.seen(seen));
    }

    /** The store holds this document, wherever it came from; call it after {@code configure} of this class. */
    protected final void learned(GroupSummary summary) {
        index.put(summary.groupId(), summary);
        Duration unseen = Duration.between(summary.lastSeen(), wallClock.instant());
        adopt(summary.groupId(), summary.id(), unseen.isNegative() ? Duration.ZERO : unseen);
    }

    /** The store holds no document of the group any more. */
    protected final void forgotten(String groupId) {
        if (index.remove(groupId) != null) {
            doubt(groupId);
        }
    }

    @Override
    public final Optional<GroupSummary> summary(String groupId) {
        return Optional.ofNullable(index.get(groupId));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        history = new AbstractConfig(DEFINITION, configs, false).getInt(HISTORY);
        super.configure(configs);
    }

    @Override
    public final Uuid newestId(String groupId, Uuid baseId) {
        GroupSummary known = index.get(groupId);
        return known != null && known.baseId().equals(baseId) ? known.id() : baseId;
    }

    @Override
    protected final CompletableFuture<Void> store(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid topologyDescriptionId,
            StreamsGroupTopologyDescription description) {
        var version =
                DescriptionVersion.pushed(requestContext, topologyDescriptionId, description, wallClock.instant());
        return turns.take(
                groupId,
                () -> ready().thenCompose(any -> known(groupId)).thenCompose(before -> {
                    GroupDocument after = before.map(document -> document.with(version, history))
                            .orElseGet(() -> GroupDocument.of(groupId, version));
                    return put(after).thenRun(() -> kept(after.summary()));
                }));
    }

    private void kept(GroupSummary summary) {
        if (!tellsOfItsOwn()) {
            index.put(summary.groupId(), summary);
        }
    }

    private void dropped(String groupId) {
        if (!tellsOfItsOwn()) {
            index.remove(groupId);
        }
    }

    @Override
    protected final CompletableFuture<@Nullable StreamsGroupTopologyDescription> load(
            String groupId, Uuid topologyDescriptionId) {
        return ready().thenCompose(any -> loadNow(groupId, topologyDescriptionId));
    }

    private CompletableFuture<@Nullable StreamsGroupTopologyDescription> loadNow(
            String groupId, Uuid topologyDescriptionId) {
        GroupSummary known = index.get(groupId);
        if (known == null || !known.id().equals(topologyDescriptionId)) {
            return CompletableFuture.completedFuture(null);
        }
        return turns.take(groupId, () -> known(groupId))
                .thenApply(document -> document.map(GroupDocument::current)
                        .filter(current -> current.id().equals(topologyDescriptionId))
                        .map(DescriptionVersion::description)
                        .orElse(null));
    }

    /** The document; a group whose document turns out to be unreadable begins anew. */
    private CompletableFuture<Optional<GroupDocument>> known(String groupId) {
        if (!index.containsKey(groupId)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return fetch(groupId).thenApply(document -> {
            if (document.isEmpty()) {
                forgotten(groupId);
            }
            return document;
        });
    }

    @Override
    protected final CompletableFuture<Void> remove(String groupId) {
        return turns.take(
                groupId,
                () -> ready().thenCompose(any -> index.containsKey(groupId)
                        ? drop(groupId).thenRun(() -> dropped(groupId))
                        : CompletableFuture.completedFuture(null)));
    }

    /** Others may have seen a group that this process has not. */
    @Override
    protected final CompletableFuture<Void> expire(String groupId) {
        GroupSummary known = index.get(groupId);
        if (known != null && known.lastSeen().plus(expiry()).isAfter(wallClock.instant())) {
            learned(known);
            return CompletableFuture.completedFuture(null);
        }
        return remove(groupId);
    }

    @Override
    protected final void keepAlive(String groupId, Duration unseenFor) {
        GroupSummary known = index.get(groupId);
        Instant seen = wallClock.instant().minus(unseenFor);
        if (known == null
                || known.lastSeen().plus(expiry().dividedBy(KEEP_ALIVE_PART)).isAfter(seen)) {
            return;
        }
        CompletableFuture<Void> unused = turns.take(
                        groupId, () -> touch(groupId, seen).thenRun(() -> noted(groupId, seen)))
                .exceptionally(failure -> {
                    log.warn("cannot note that a group is alive; tried again later", failure);
                    return null;
                });
    }

    @Override
    public final Collection<String> groups() {
        return List.copyOf(index.keySet());
    }

    @Override
    public final boolean isLoaded() {
        return ready().isDone();
    }

    @Override
    public final Optional<GroupDocument> document(String groupId) {
        return turns.take(groupId, () -> known(groupId)).join();
    }
}
