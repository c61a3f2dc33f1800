package dev.topoxy.filters.push;

import dev.topoxy.core.log.RateLimitedLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Groups by their id, within a limit. Ids are text from clients and may be long, so what all of them take together is
 * counted; where there is no room, the groups unseen for the longest time are forgotten. Thread-safe; a change of one
 * group is atomic, and reading takes no lock.
 */
final class GroupTable {

    /** Of one group, besides its id. */
    private static final int BYTES_PER_GROUP = 200;

    private final ConcurrentHashMap<String, GroupState> groups = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean makingRoom = new AtomicBoolean();
    private final RateLimitedLog warnings =
            new RateLimitedLog(LoggerFactory.getLogger(GroupTable.class), Duration.ofMinutes(1));
    private final long mostBytes;

    GroupTable(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Nullable
    GroupState get(String groupId) {
        return groups.get(groupId);
    }

    /** Gives the change null for a group that is not here yet. */
    void put(String groupId, UnaryOperator<@Nullable GroupState> change) {
        groups.compute(groupId, (group, known) -> {
            if (known == null) {
                bytes.addAndGet(size(group));
            }
            return change.apply(known);
        });
        if (bytes.get() > mostBytes) {
            makeRoom();
        }
    }

    /**
     * Changes a group that is here, or removes it where the change gives null.
     *
     * @return whether it is here afterwards
     */
    boolean change(String groupId, UnaryOperator<@Nullable GroupState> change) {
        return groups.computeIfPresent(groupId, (group, known) -> {
                    GroupState changed = change.apply(known);
                    if (changed == null) {
                        bytes.addAndGet(-size(group));
                    }
                    return changed;
                })
                != null;
    }

    void remove(String groupId) {
        change(groupId, known -> null);
    }

    Iterable<String> ids() {
        return groups.keySet();
    }

    void forEach(BiConsumer<String, GroupState> action) {
        groups.forEach(action);
    }

    int size() {
        return groups.size();
    }

    private static long size(String groupId) {
        return BYTES_PER_GROUP + (long) Character.BYTES * groupId.length();
    }

    /** Makes room for a tenth, so that sorting is rare however fast groups come. */
    private void makeRoom() {
        if (!makingRoom.compareAndSet(false, true)) {
            return;
        }
        try {
            List<Map.Entry<String, Long>> longestUnseenFirst = groups.entrySet().stream()
                    .map(entry -> Map.entry(entry.getKey(), entry.getValue().seenAtMs()))
                    .sorted(Map.Entry.comparingByValue())
                    .toList();
            int before = groups.size();
            long keep = mostBytes - mostBytes / 10;
            for (Map.Entry<String, Long> entry : longestUnseenFirst) {
                if (bytes.get() <= keep) {
                    break;
                }
                remove(entry.getKey());
            }
            warnings.warn(
                    "full",
                    "what is remembered of {} groups takes more than {} bytes: those not seen for the longest time are"
                            + " forgotten until they are seen again; raise -Xmx (TOPOXY_JVM_OPTS) if these are groups of"
                            + " your applications",
                    before,
                    mostBytes);
        } finally {
            makingRoom.set(false);
        }
    }
}
