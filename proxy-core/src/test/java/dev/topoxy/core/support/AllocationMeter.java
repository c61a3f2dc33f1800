package dev.topoxy.core.support;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Holds work to a limit of what it may allocate on the heap, garbage included. */
public final class AllocationMeter {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TRIES = 3;

    private AllocationMeter() {}

    /**
     * Fails where the work takes more than the limit, whether it ends well or in an exception of the expected kind. Work
     * that seems to take too much is done again, since loading a class for the first time takes much too.
     */
    public static void assertTakesAtMost(long limit, Class<? extends RuntimeException> expected, Runnable work) {
        long taken = bytesOf(expected, work);
        for (int i = 1; i < TRIES && taken > limit; i++) {
            taken = bytesOf(expected, work);
        }
        if (taken > limit) {
            throw new AssertionError(taken + " bytes were allocated, more than the " + limit + " allowed");
        }
    }

    private static long bytesOf(Class<? extends RuntimeException> expected, Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            work.run();
        } catch (RuntimeException e) {
            if (!expected.isInstance(e)) {
                throw e;
            }
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
