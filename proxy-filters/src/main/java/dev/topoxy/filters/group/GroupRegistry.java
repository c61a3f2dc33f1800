package dev.topoxy.filters.group;

import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current topology of the groups of one cluster whose members send heartbeats through this proxy. Groups not seen
 * for a while are forgotten; when there are too many, those unseen for the longest time go first. To forget costs no
 * more than asking the broker again.
 *
 * <p>Thread-safe; nothing blocks. Group ids are text from clients and may be long: what they take together is bounded.
 */
public final class GroupRegistry {

    /**
     * How much is remembered, and for how long.
     *
     * @param groups the most groups to know at a time
     * @param groupIdChars how long all their ids together may be
     * @param expiry after how long a group that is not seen is forgotten
     * @param outlineChars how long the names in outlines of topologies may be together
     * @param askAgain how long to leave the broker alone after it did not tell a group's topology
     */
    public record Limits(int groups, long groupIdChars, long outlineChars, Duration expiry, Duration askAgain) {

        /** A fifth of the heap at most, and far longer than any member's session timeout. */
        public static final Limits DEFAULT = ofHeap(Runtime.getRuntime().maxMemory());

        private static Limits ofHeap(long bytes) {
            return new Limits(
                    (int) Math.min(Integer.MAX_VALUE, bytes / 2_048),
                    bytes / 64,
                    bytes / 32,
                    Duration.ofHours(1),
                    Duration.ofSeconds(30));
        }
    }

    private static final Logger log = LoggerFactory.getLogger(GroupRegistry.class);
    private static final long SWEEP_NANOS = Duration.ofMinutes(1).toNanos();

    private final ConcurrentHashMap<String, KnownGroup> groups = new ConcurrentHashMap<>();
    private final AtomicLong groupIdChars = new AtomicLong();
    private final AtomicLong outlineChars = new AtomicLong();
    private final AtomicBoolean evicting = new AtomicBoolean();
    private final AtomicLong nextSweep;
    private final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofMinutes(1));
    private final Limits limits;
    private final LongSupplier nanoTime;

    public GroupRegistry(Limits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.nextSweep = new AtomicLong(nanoTime.getAsLong() + SWEEP_NANOS);
    }

    /** The group's topology if it is known. Counts as having seen the group. */
    public Optional<TopologyVersion> current(String groupId) {
        long now = nanoTime.getAsLong();
        sweepIfDue(now);
        KnownGroup group = groups.get(groupId);
        if (group == null) {
            return Optional.empty();
        }
        group.seen(now);
        return group.topology();
    }

    /** The broker has let a member in with this topology, or described it for a group that is alive. */
    public void learn(TopologyVersion topology) {
        group(topology.groupId()).learn(topology);
    }

    /** The broker has described this topology to somebody who asked; of no interest where no member is seen here. */
    public void refresh(TopologyVersion topology) {
        KnownGroup group = groups.get(topology.groupId());
        if (group != null) {
            group.learn(topology);
        }
    }

    /**
     * Whether the caller is to ask the broker for the topology of a group it has just seen alive. True for one caller at
     * a time, who must then call {@link #learn} or {@link #askingFailed}.
     */
    public boolean startAsking(String groupId) {
        return group(groupId).startAsking(nanoTime.getAsLong());
    }

    /** The broker did not tell; it is left alone for a while. */
    public void askingFailed(String groupId) {
        KnownGroup group = groups.get(groupId);
        if (group != null) {
            group.askingFailed(nanoTime.getAsLong() + limits.askAgain().toNanos());
        }
    }

    /** The description of this topology is too large, which asking again will not change. */
    public void refuse(TopologyVersion topology) {
        group(topology.groupId()).refuse(topology.id());
    }

    /** Whether the description of this topology was found too large before. */
    public boolean isRefused(TopologyVersion topology) {
        KnownGroup group = groups.get(topology.groupId());
        return group != null && group.isRefused(topology.id());
    }

    /**
     * The group began anew while its description is stored, so that one push more is due.
     *
     * @param since when it began, on this registry's clock; a push after that is enough
     */
    public void refreshFrom(String groupId, long since) {
        group(groupId).refresh().from(since);
    }

    /** Whether a push is due that may replace a stored description. */
    public boolean isRefreshDue(String groupId) {
        KnownGroup group = groups.get(groupId);
        return group != null && group.refresh().isDue();
    }

    /** Whether the caller is to ask its member for that push now: true for one caller at a time. */
    public boolean askToRefresh(String groupId) {
        KnownGroup group = groups.get(groupId);
        return group != null && group.refresh().ask(nanoTime.getAsLong());
    }

    /** The push that was due has come and was taken. */
    public void refreshed(String groupId) {
        KnownGroup group = groups.get(groupId);
        if (group != null) {
            group.refresh().done(nanoTime.getAsLong());
        }
    }

    /**
     * The broker has accepted a member's heartbeat.
     *
     * @param canPush whether the member speaks the version in which it can be asked to push
     */
    public void heartbeat(String groupId, String memberId, boolean canPush) {
        KnownGroup group = groups.get(groupId);
        if (group != null) {
            group.heartbeat(memberId, canPush, nanoTime.getAsLong());
        }
    }

    /** The member has left its group, or the broker does not accept it. */
    public void left(String groupId, String memberId) {
        KnownGroup group = groups.get(groupId);
        if (group != null) {
            group.left(memberId);
        }
    }

    /** A member is being asked to push. */
    public void asked(String groupId) {
        KnownGroup group = groups.get(groupId);
        if (group != null) {
            group.asked(nanoTime.getAsLong());
        }
    }

    /**
     * A push has ended.
     *
     * @param refusal why it was refused; empty where it was taken
     */
    public void pushed(String groupId, Optional<String> refusal) {
        KnownGroup group = groups.get(groupId);
        if (group != null) {
            group.pushed(refusal);
        }
    }

    /** Remembers what the accepted join of a member that cannot push tells, as far as there is room. */
    public void outline(String groupId, StreamsGroupHeartbeatRequestData.Topology joined) {
        KnownGroup group = groups.get(groupId);
        Outline told = Outline.of(joined);
        if (group != null && outlineChars.get() + told.chars() <= limits.outlineChars()) {
            outlineChars.addAndGet(group.outline(told));
        }
    }

    /** What is known of the groups, in no order. */
    public List<GroupView> view() {
        long now = nanoTime.getAsLong();
        return groups.entrySet().stream()
                .map(entry -> entry.getValue().view(entry.getKey(), now))
                .toList();
    }

    /** What is known of one group. */
    public Optional<GroupView> view(String groupId) {
        return Optional.ofNullable(groups.get(groupId)).map(group -> group.view(groupId, nanoTime.getAsLong()));
    }

    /** The group was deleted. */
    public void forget(String groupId) {
        KnownGroup group = groups.remove(groupId);
        if (group != null) {
            groupIdChars.addAndGet(-groupId.length());
            outlineChars.addAndGet(-group.outlineChars());
        }
    }

    /** How many groups are known. */
    public int size() {
        return groups.size();
    }

    private KnownGroup group(String groupId) {
        long now = nanoTime.getAsLong();
        sweepIfDue(now);
        KnownGroup known = groups.get(groupId);
        if (known == null) {
            KnownGroup fresh = new KnownGroup(now);
            known = groups.putIfAbsent(groupId, fresh);
            if (known == null) {
                known = fresh;
                groupIdChars.addAndGet(groupId.length());
                evictIfTooMany();
            }
        }
        known.seen(now);
        return known;
    }

    private void sweepIfDue(long now) {
        long due = nextSweep.get();
        if (now - due >= 0 && nextSweep.compareAndSet(due, now + SWEEP_NANOS)) {
            long expiry = limits.expiry().toNanos();
            groups.forEach((groupId, group) -> {
                if (group.unseenNanos(now) > expiry) {
                    forget(groupId);
                }
            });
        }
    }

    private boolean tooMany() {
        return groups.size() > limits.groups() || groupIdChars.get() > limits.groupIdChars();
    }

    /** Makes room for a tenth, so that sorting is rare however fast groups come. */
    private void evictIfTooMany() {
        if (!tooMany() || !evicting.compareAndSet(false, true)) {
            return;
        }
        try {
            long now = nanoTime.getAsLong();
            List<Map.Entry<String, Long>> longestUnseenFirst = groups.entrySet().stream()
                    .map(entry -> Map.entry(entry.getKey(), entry.getValue().unseenNanos(now)))
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                    .toList();
            warnings.warn(
                    "full",
                    "{} groups with names of {} characters send heartbeats through this proxy, of which it knows {} with"
                            + " {} at a time: for those not seen for the longest time the broker is asked again",
                    groups.size(),
                    groupIdChars.get(),
                    limits.groups(),
                    limits.groupIdChars());
            int keep = limits.groups() - limits.groups() / 10;
            long keepChars = limits.groupIdChars() - limits.groupIdChars() / 10;
            for (Map.Entry<String, Long> entry : longestUnseenFirst) {
                if (groups.size() <= keep && groupIdChars.get() <= keepChars) {
                    return;
                }
                forget(entry.getKey());
            }
        } finally {
            evicting.set(false);
        }
    }
}
