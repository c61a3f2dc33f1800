package dev.topoxy.filters.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The summaries of all groups that a store has, and about how much memory they take: group ids are text from clients and
 * may be long. Thread-safe; nothing blocks.
 */
final class SummaryIndex {

    /** Of one group, besides its id. */
    private static final int BYTES_PER_GROUP = 400;

    private final ConcurrentHashMap<String, GroupSummary> summaries = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    Optional<GroupSummary> find(String groupId) {
        return Optional.ofNullable(summaries.get(groupId));
    }

    boolean has(String groupId) {
        return summaries.containsKey(groupId);
    }

    void put(GroupSummary summary) {
        if (summaries.put(summary.groupId(), summary) == null) {
            bytes.addAndGet(size(summary.groupId()));
        }
    }

    /** Whether there was one. */
    boolean remove(String groupId) {
        boolean removed = summaries.remove(groupId) != null;
        if (removed) {
            bytes.addAndGet(-size(groupId));
        }
        return removed;
    }

    void seen(String groupId, Instant when) {
        summaries.computeIfPresent(groupId, (group, summary) -> summary.seen(when));
    }

    List<String> groups() {
        return List.copyOf(summaries.keySet());
    }

    List<String> groups(Predicate<GroupSummary> which) {
        return summaries.values().stream()
                .filter(which)
                .map(GroupSummary::groupId)
                .toList();
    }

    long bytes() {
        return bytes.get();
    }

    private static long size(String groupId) {
        return BYTES_PER_GROUP + (long) Character.BYTES * groupId.length();
    }
}
