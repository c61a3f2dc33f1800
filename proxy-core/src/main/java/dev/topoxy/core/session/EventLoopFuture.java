package dev.topoxy.core.session;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What an event loop will bring. Whoever waits for it on that very loop would wait for ever, and all its connections with
 * it: that fails instead, as it does for all that is derived from this.
 */
final class EventLoopFuture<T> extends CompletableFuture<T> {

    private final EventExecutor eventLoop;

    EventLoopFuture(EventExecutor eventLoop) {
        this.eventLoop = eventLoop;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new EventLoopFuture<>(eventLoop);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        requireNoDeadlock();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        requireNoDeadlock();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        requireNoDeadlock();
        return super.join();
    }

    private void requireNoDeadlock() {
        if (!isDone() && eventLoop.inEventLoop()) {
            throw new IllegalStateException("A filter waits on the event loop for what only the event loop can bring:"
                    + " go on in thenCompose or thenApply.");
        }
    }
}
