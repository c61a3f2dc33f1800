package dev.topoxy.filters.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Runs what is done to one group one after the other, in the order it came; different groups do not wait for each other. */
final class Turns {

    private final ConcurrentHashMap<String, CompletableFuture<?>> last = new ConcurrentHashMap<>();

    /**
     * Runs the work once all earlier work for the group has ended: at once on this thread, or on the thread that ended it.
     *
     * @param work must end, or nothing is ever done to the group again; may block
     */
    <T> CompletableFuture<T> take(String groupId, Supplier<CompletableFuture<T>> work) {
        var mine = new CompletableFuture<T>();
        CompletableFuture<?> before = last.put(groupId, mine);
        CompletableFuture<?> start = before == null ? CompletableFuture.completedFuture(null) : before;
        CompletableFuture<Void> unused = start.handle((done, failure) -> null)
                .thenCompose(turn -> run(work))
                .handle((value, failure) -> {
                    last.remove(groupId, mine);
                    if (failure == null) {
                        mine.complete(value);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                    return null;
                });
        return mine;
    }

    private static <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> work) {
        try {
            return work.get();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
