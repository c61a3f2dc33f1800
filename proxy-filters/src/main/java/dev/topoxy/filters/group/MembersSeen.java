package dev.topoxy.filters.group;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts a group's members by their heartbeats, up to a limit; keeps no text of theirs. Thread-safe. */
final class MembersSeen {

    private static final int MOST = 1_000;

    private final Map<Integer, Long> lastSeen = new LinkedHashMap<>(4);

    synchronized void seen(String memberId, long now) {
        Integer member = memberId.hashCode();
        if (lastSeen.size() < MOST || lastSeen.containsKey(member)) {
            lastSeen.put(member, now);
        }
    }

    synchronized void left(String memberId) {
        lastSeen.remove(memberId.hashCode());
    }

    /** Members seen since then; the others are forgotten. */
    synchronized int since(long then) {
        lastSeen.values().removeIf(seen -> seen - then < 0);
        return lastSeen.size();
    }
}
