package dev.topoxy.filters.lineage;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What waits to be sent, at most one description for each group: a newer one takes the place of the older. Full, it
 * drops the one that waited longest. Thread-safe; only {@link #take} blocks.
 */
final class LineageQueue {

    private final int capacity;
    private final Map<String, Stored> waiting = new LinkedHashMap<>();
    private boolean closed;

    LineageQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Adds at the end; gives back what had to be dropped for it. */
    synchronized Optional<Stored> put(Stored stored) {
        if (closed) {
            return Optional.of(stored);
        }
        waiting.remove(stored.groupId());
        Optional<Stored> dropped = Optional.empty();
        if (waiting.size() >= capacity) {
            Iterator<Stored> oldest = waiting.values().iterator();
            dropped = Optional.of(oldest.next());
            oldest.remove();
        }
        waiting.put(stored.groupId(), stored);
        notifyAll();
        return dropped;
    }

    /** Adds at the end what could not be sent, unless its group has something newer; gives back what was dropped. */
    synchronized Optional<Stored> putBack(Stored stored) {
        if (waiting.containsKey(stored.groupId())) {
            return Optional.empty();
        }
        if (waiting.size() >= capacity) {
            return Optional.of(stored);
        }
        waiting.put(stored.groupId(), stored);
        return Optional.empty();
    }

    /** Waits for the next one; empty when the queue is closed and nothing is left. */
    synchronized Optional<Stored> take() throws InterruptedException {
        while (waiting.isEmpty()) {
            if (closed) {
                return Optional.empty();
            }
            wait();
        }
        Iterator<Stored> first = waiting.values().iterator();
        Stored next = first.next();
        first.remove();
        return Optional.of(next);
    }

    /** Waits, until it is closed at the latest; whether it is still open. */
    synchronized boolean pause(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; !closed && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
        return !closed;
    }

    synchronized int size() {
        return waiting.size();
    }

    /** Takes nothing in any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
