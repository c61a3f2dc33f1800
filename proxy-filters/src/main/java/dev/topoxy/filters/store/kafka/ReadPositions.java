package dev.topoxy.filters.store.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** How far each partition has been read, and who waits for that. Thread-safe. */
final class ReadPositions {

    private final ConcurrentHashMap<Integer, Long> last = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Position, CompletableFuture<Boolean>> waiting = new ConcurrentHashMap<>();

    /** All up to and with that record has been read; called by the one thread that reads. */
    void read(int partition, long offset) {
        last.put(partition, offset);
        CompletableFuture<Boolean> waits = waiting.remove(new Position(partition, offset));
        if (waits != null) {
            waits.complete(true);
        }
    }

    /** The topic begins anew; whoever waits goes on waiting. */
    void startOver() {
        last.clear();
    }

    /** Completes with true once that record has been read; a caller that completes it otherwise gives up waiting. */
    CompletableFuture<Boolean> awaitRead(int partition, long offset) {
        var position = new Position(partition, offset);
        var waits = new CompletableFuture<Boolean>();
        waiting.put(position, waits);
        // Looked at after the wait is known, so that no read in between is missed.
        if (last.getOrDefault(partition, -1L) >= offset) {
            waits.complete(true);
        }
        CompletableFuture<Boolean> unused = waits.whenComplete((read, failure) -> waiting.remove(position, waits));
        return waits;
    }

    private record Position(int partition, long offset) {}
}
