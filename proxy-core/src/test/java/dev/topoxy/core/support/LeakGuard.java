package dev.topoxy.core.support;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class that loses a buffer. Registered for all of the module's tests. */
public final class LeakGuard implements BeforeAllCallback, AfterAllCallback {

    private static final int COLLECTIONS = 2;
    private static final List<String> leaks = new CopyOnWriteArrayList<>();

    static {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new RecordingFactory());
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        leaks.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        List<String> found = leaks();
        if (!found.isEmpty()) {
            throw new AssertionError(found.size() + " buffers leaked, the first one:\n" + found.get(0));
        }
    }

    /** All leaks since the test class began or since this was called last; collects garbage to find them. */
    public static List<String> leaks() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            ReferenceQueue<Object> collected = new ReferenceQueue<>();
            PhantomReference<Object> sentinel = new PhantomReference<>(new Object(), collected);
            do {
                System.gc();
            } while (collected.remove(100) != sentinel);
            // The detector looks for leaks when a buffer is allocated.
            ByteBufAllocator.DEFAULT.directBuffer(1).release();
        }
        List<String> found = List.copyOf(leaks);
        leaks.clear();
        return found;
    }

    private static final class RecordingFactory extends ResourceLeakDetectorFactory {
        @Override
        @SuppressWarnings("deprecation")
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                Class<T> resource, int samplingInterval, long maxActive) {
            return new RecordingDetector<>(resource, samplingInterval);
        }
    }

    private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {
        @SuppressWarnings("deprecation")
        RecordingDetector(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            leaks.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            leaks.add(resourceType);
        }
    }
}
