package dev.topoxy.filters.jmh;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs benchmarks on threads as the event loops have them: Netty reuses its objects on no others. */
public final class EventLoopThreads extends ThreadPoolExecutor {

    /** Called by JMH. */
    public EventLoopThreads(int threads, String name) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DefaultThreadFactory(name, true));
    }
}
