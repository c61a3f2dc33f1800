package dev.topoxy.filters.flow;

import java.util.concurrent.CompletableFuture;

/**
 * The pushes of one connection that are not answered yet. A broker takes a connection's requests one by one, so a later
 * one must see what they stored. Used on the connection's event loop only.
 */
final class PushesUnderWay {

    private CompletableFuture<?> all = CompletableFuture.completedFuture(null);

    /** Remembers a push until it ends, however it does. */
    <T> CompletableFuture<T> add(CompletableFuture<T> push) {
        all = CompletableFuture.allOf(all, push).handle((done, failure) -> null);
        return push;
    }

    /** Completes when those added so far have ended; never fails. */
    CompletableFuture<?> ended() {
        return all;
    }
}
