package dev.topoxy.filters.plugin;

import dev.topoxy.filters.plugin.PluginCallException.Reason;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a plugin on a few threads with a bounded queue and a timeout. Whatever the plugin does, each call has exactly
 * one result within the timeout, and a bounded number of calls waits. A thread is interrupted when its call
 * times out. Thread-safe.
 */
final class PluginCalls implements AutoCloseable {

    private static final int IDLE_SECONDS = 30;

    /** One describe request reads hundreds of groups at once, and a waiting read holds no description. */
    private static final int READS_PER_PLACE = 16;

    private final ClassLoader loader;
    private final Duration timeout;
    private final int queue;
    private final PluginListener listener;
    private final ThreadPoolExecutor pool;
    private final Semaphore reads;
    private final Semaphore writes;
    private final Set<Pending> pending = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    PluginCalls(
            String clusterName, ClassLoader loader, Duration timeout, int threads, int queue, PluginListener listener) {
        this.loader = loader;
        this.timeout = timeout;
        this.queue = queue;
        this.listener = listener;
        var number = new AtomicInteger();
        pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    var thread = new Thread(task, "plugin-" + clusterName + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        reads = new Semaphore(threads + READS_PER_PLACE * queue);
        writes = new Semaphore(threads + queue);
        pool.allowCoreThreadTimeOut(true);
    }

    /**
     * Starts a call; never blocks or throws.
     *
     * @return fails with {@link PluginCallException} where the call gave no future or took too long, otherwise as the
     *     plugin's future does
     */
    <T> CompletableFuture<T> call(PluginOperation operation, Supplier<@Nullable CompletableFuture<T>> call) {
        var answer = new CompletableFuture<T>();
        long start = System.nanoTime();
        var timer = new CompletableFuture<Boolean>();
        var mine = new Pending(answer);
        pending.add(mine);
        CompletableFuture<T> result = answer.whenComplete((value, failure) -> {
            pending.remove(mine);
            timer.cancel(false);
            listener.called(operation, System.nanoTime() - start, failure != null);
        });
        Semaphore places = operation.isRead() ? reads : writes;
        if (!places.tryAcquire()) {
            answer.completeExceptionally(busy());
            return result;
        }
        var task = new PooledTask(() -> run(call, answer), places);
        CompletableFuture<Void> unused = timer.thenRun(() -> giveUp(task, answer));
        try {
            pool.execute(task);
            timer.completeOnTimeout(true, timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            task.cancel(false);
            answer.completeExceptionally(closing());
        }
        if (closed) {
            answer.completeExceptionally(closing());
        }
        return result;
    }

    private <T> void run(Supplier<@Nullable CompletableFuture<T>> call, CompletableFuture<T> answer) {
        Thread.currentThread().setContextClassLoader(loader);
        try {
            CompletableFuture<T> future = call.get();
            if (future == null) {
                answer.completeExceptionally(new PluginCallException(
                        Reason.RETURNED_NULL, "The topology description plugin returned null.", null));
                return;
            }
            CompletableFuture<T> unused = future.whenComplete((value, failure) -> {
                if (failure != null) {
                    answer.completeExceptionally(failure);
                } else {
                    answer.complete(value);
                }
            });
        } catch (Throwable failure) {
            answer.completeExceptionally(
                    new PluginCallException(Reason.THREW, "The topology description plugin failed.", failure));
        }
    }

    private void giveUp(PooledTask task, CompletableFuture<?> answer) {
        pool.remove(task);
        task.leavePlace();
        answer.completeExceptionally(new PluginCallException(
                Reason.TIMED_OUT,
                "The topology description plugin did not answer within " + timeout.toMillis() + " ms.",
                null));
        task.cancel(true);
    }

    private PluginCallException busy() {
        return new PluginCallException(
                Reason.REFUSED,
                "The topology description plugin is busy: as many calls as plugin.queue = " + queue
                        + " allows wait already.",
                null);
    }

    private static PluginCallException closing() {
        return new PluginCallException(Reason.CLOSED, "The topology description plugin is closing.", null);
    }

    /** Gives up every call under way and interrupts the threads. */
    @Override
    public void close() {
        closed = true;
        pool.shutdownNow();
        pending.forEach(call -> call.answer.completeExceptionally(closing()));
    }

    /** Gives its place back when it has run or was cancelled, whether or not a thread still hangs in it. */
    private static final class PooledTask extends FutureTask<@Nullable Void> {
        private final Semaphore places;
        private final AtomicBoolean holdsPlace = new AtomicBoolean(true);

        private PooledTask(Runnable call, Semaphore places) {
            super(call, null);
            this.places = places;
        }

        @Override
        protected void done() {
            leavePlace();
        }

        private void leavePlace() {
            if (holdsPlace.compareAndSet(true, false)) {
                places.release();
            }
        }
    }

    /** A call under way, told apart by identity. */
    private static final class Pending {
        private final CompletableFuture<?> answer;

        private Pending(CompletableFuture<?> answer) {
            this.answer = answer;
        }
    }
}
