package dev.topoxy.filters.store;

import dev.topoxy.plugin.RefreshableTopologyPlugin;
import dev.topoxy.plugin.TopologyDescriptionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

    /** Of what is remembered of all groups. */
    private static final int SHARE_OF_HEAP = 8;

    /** How stale the stored time of a group's last heartbeat may become, as a part of the expiry. */
    private static final int KEEP_ALIVE_PART = 8;

    private static final ConfigDef DEFINITION = TopologyDescriptionStore.configDef()
            .define(
                    HISTORY,
                    ConfigDef.Type.INT,
                    DEFAULT_HISTORY,
                    Range.between(1, MOST_HISTORY),
                    Importance.MEDIUM,
                    "How many distinct descriptions of a group are kept.");

    private static final Logger log = LoggerFactory.getLogger(HistoryStore.class);

    private final SummaryIndex index = new SummaryIndex();
    private final long mostIndexBytes = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
    private final Turns turns = new Turns();
    private final InstantSource wallClock;
    private volatile int history = DEFAULT_HISTORY;

    /** The settings of every store; a copy that a subclass may add its own to. */
    public static ConfigDef configDef() {
        return new ConfigDef(DEFINITION);
    }

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

    /** How many distinct descriptions of a group are kept. */
    protected final int history() {
        return history;
    }

    /** Somebody noted that the group was alive then. */
    protected final void noted(String groupId, Instant seen) {
        index.seen(groupId, seen);
    }

    /** The store holds this document, wherever it came from; call it after {@code configure} of this class. */
    protected final void learned(GroupSummary summary) {
        index.put(summary);
        Duration unseen = Duration.between(summary.lastSeen(), wallClock.instant());
        adopt(summary.groupId(), summary.id(), unseen.isNegative() ? Duration.ZERO : unseen);
    }

    /** The store holds no document of the group any more. */
    protected final void forgotten(String groupId) {
        if (index.remove(groupId)) {
            doubt(groupId);
        }
    }

    @Override
    public final Optional<GroupSummary> summary(String groupId) {
        return index.find(groupId);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        history = new AbstractConfig(DEFINITION, configs, false).getInt(HISTORY);
        super.configure(configs);
    }

    @Override
    public final Uuid newestId(String groupId, Uuid baseId) {
        return index.find(groupId)
                .filter(known -> known.baseId().equals(baseId))
                .map(GroupSummary::id)
                .orElse(baseId);
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
                    if (before.isEmpty() && index.bytes() > mostIndexBytes) {
                        return CompletableFuture.failedFuture(
                                new IllegalStateException("the store is full: what is remembered of its "
                                        + index.groups().size()
                                        + " groups takes " + index.bytes() + " bytes: raise -Xmx (TOPOXY_JVM_OPTS), of"
                                        + " which that takes a part, or lower expiry.ms"));
                    }
                    GroupDocument after = before.map(document -> document.with(version, history))
                            .orElseGet(() -> GroupDocument.of(groupId, version));
                    return put(after).thenRun(() -> kept(after.summary()));
                }));
    }

    private void kept(GroupSummary summary) {
        if (!tellsOfItsOwn()) {
            index.put(summary);
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
        Optional<GroupSummary> known = index.find(groupId);
        if (known.isEmpty() || !known.get().id().equals(topologyDescriptionId)) {
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
        if (!index.has(groupId)) {
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
                () -> ready().thenCompose(any -> index.has(groupId)
                        ? drop(groupId).thenRun(() -> dropped(groupId))
                        : CompletableFuture.completedFuture(null)));
    }

    /** Others may have seen a group that this process has not. */
    @Override
    protected final CompletableFuture<Void> expire(String groupId) {
        Optional<GroupSummary> known = index.find(groupId);
        if (known.isPresent() && known.get().lastSeen().plus(expiry()).isAfter(wallClock.instant())) {
            learned(known.get());
            return CompletableFuture.completedFuture(null);
        }
        return remove(groupId);
    }

    /** Also those that are no longer tracked, since there were too many. */
    @Override
    protected final void swept() {
        Instant limit = wallClock.instant().minus(expiry());
        index.groups(known -> known.lastSeen().isBefore(limit) && !isTracked(known.groupId()))
                .forEach(groupId -> {
                    CompletableFuture<Void> unused = expire(groupId).exceptionally(failure -> {
                        log.warn("cannot remove the description of a group not seen for long; tried again", failure);
                        return null;
                    });
                });
    }

    @Override
    protected final void keepAlive(String groupId, Duration unseenFor) {
        Optional<GroupSummary> known = index.find(groupId);
        Instant seen = wallClock.instant().minus(unseenFor);
        if (known.isEmpty()
                || known.get()
                        .lastSeen()
                        .plus(expiry().dividedBy(KEEP_ALIVE_PART))
                        .isAfter(seen)) {
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
        return index.groups();
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
