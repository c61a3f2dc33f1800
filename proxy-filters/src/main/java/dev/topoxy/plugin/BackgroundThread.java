package dev.topoxy.plugin;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread with a bounded queue, so that a store that hangs holds up look-ups but no memory. */
final class BackgroundThread implements Executor, AutoCloseable {

    private static final int QUEUE = 1_024;

    private final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), task -> {
                var thread = new Thread(task, "topology-store");
                thread.setDaemon(true);
                return thread;
            });

    BackgroundThread() {
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
