package dev.topoxy.filters.plugin;

import dev.topoxy.filters.plugin.PluginCallException.Reason;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a plugin on a few threads with a bounded queue and a timeout. Whatever the plugin does, each call has exactly
 * one result within the timeout, and at most threads + queue calls are held. A thread is interrupted when its call
 * times out. Thread-safe.
 */
final class PluginCalls implements AutoCloseable {

    private static final int IDLE_SECONDS = 30;

    private final ClassLoader loader;
    private final Duration timeout;
    private final int queueSize;
    private final PluginListener listener;
    private final ThreadPoolExecutor pool;
    private final Set<Pending> pending = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    PluginCalls(
            String clusterName, ClassLoader loader, Duration timeout, int threads, int queue, PluginListener listener) {
        this.loader = loader;
        this.timeout = timeout;
        this.queueSize = queue;
        this.listener = listener;
        BlockingQueue<Runnable> waiting = queue == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(queue);
        var number = new AtomicInteger();
        pool = new ThreadPoolExecutor(threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, waiting, task -> {
            var thread = new Thread(task, "plugin-" + clusterName + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
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
        var task = new FutureTask<@Nullable Void>(() -> run(call, answer), null);
        var timer = new CompletableFuture<Boolean>();
        var mine = new Pending(answer);
        pending.add(mine);
        CompletableFuture<T> result = answer.whenComplete((value, failure) -> {
            pending.remove(mine);
            timer.cancel(false);
            listener.called(operation, System.nanoTime() - start, failure != null);
        });
        CompletableFuture<Void> unused = timer.thenRun(() -> giveUp(task, answer));
        try {
            pool.execute(task);
            timer.completeOnTimeout(true, timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(refusal());
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

    private void giveUp(FutureTask<?> task, CompletableFuture<?> answer) {
        answer.completeExceptionally(new PluginCallException(
                Reason.TIMED_OUT,
                "The topology description plugin did not answer within " + timeout.toMillis() + " ms.",
                null));
        pool.remove(task);
        task.cancel(true);
    }

    private PluginCallException refusal() {
        if (closed) {
            return closing();
        }
        return new PluginCallException(
                Reason.REFUSED,
                "The topology description plugin is busy: pluginQueue = " + queueSize + " calls wait already.",
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

    /** A call under way, told apart by identity. */
    private static final class Pending {
        private final CompletableFuture<?> answer;

        private Pending(CompletableFuture<?> answer) {
            this.answer = answer;
        }
    }
}
