package dev.topoxy.bench;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One connection that sends by the clock. Latency counts from the time at which a request was due, so that one slow
 * answer is not hidden by the requests that it held back (coordinated omission).
 */
final class Paced {

    private static final int CORRELATION_ID_AT = 8;

    private final RawClient client;
    private final byte[] frame;
    private final long[] latencies;
    private final long intervalNanos;
    private final CountDownLatch done = new CountDownLatch(2);
    private volatile @Nullable Exception failure;
    private long startNanos;

    Paced(RawClient client, RequestKind kind, String topic, int requests, long intervalNanos) throws IOException {
        this.client = client;
        this.frame = RawClient.frame(kind.request(topic), (short) kind.version, 0, "bench");
        this.latencies = new long[requests];
        this.intervalNanos = intervalNanos;
        // What a connection costs at its beginning is another question than what a request costs.
        client.apiVersions(3);
        client.sendBytes(frame);
        client.readFrame();
    }

    /** Begins at a time of {@link System#nanoTime()}. */
    void start(long nanos) {
        startNanos = nanos;
        run("bench-sender", this::send);
        run("bench-reader", this::read);
    }

    private interface Work {
        void run() throws IOException;
    }

    private void run(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | RuntimeException e) {
                        failure = e;
                    } finally {
                        done.countDown();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private long due(int request) {
        return startNanos + request * intervalNanos;
    }

    private void send() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        for (int i = 0; i < latencies.length; i++) {
            for (long wait = due(i) - System.nanoTime(); wait > 0; wait = due(i) - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            bytes.putInt(CORRELATION_ID_AT, i);
            client.sendBytes(frame);
        }
    }

    private void read() throws IOException {
        for (int i = 0; i < latencies.length; i++) {
            int correlationId = ByteBuffer.wrap(client.readFrame()).getInt();
            if (correlationId != i) {
                throw new IllegalStateException("answer " + correlationId + " where " + i + " was due");
            }
            latencies[i] = System.nanoTime() - due(i);
        }
    }

    /** Waits for the last answer. */
    long[] await() {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while requests ran", e);
        }
        if (failure != null) {
            throw new IllegalStateException("a connection failed: " + failure, failure);
        }
        return latencies;
    }

    void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
