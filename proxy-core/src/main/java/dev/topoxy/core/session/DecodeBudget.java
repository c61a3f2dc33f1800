package dev.topoxy.core.session;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * The heap that decoded requests may take while filters hold them, shared by all connections: an array of empty strings
 * takes one byte each on the wire and dozens decoded, and whoever sends it need not have logged in. What does not fit at
 * the moment waits its turn; what never fits is not decoded. Thread-safe.
 */
public final class DecodeBudget {

    /** What an object with its header, its place in a list and what reading it leaves behind take at most. */
    private static final int BYTES_PER_ELEMENT = 96;

    /** What four bytes of a large number become, as an object in a list, is far more than what text becomes. */
    private static final int BYTES_PER_BYTE = 8;

    /** A length up to this makes for an object that is large beside its bytes. */
    private static final int SHORT_LENGTH = 0x20;

    /** What is smaller than this part of the whole never waits: heartbeats must not queue behind somebody's monster. */
    private static final int SMALL_PART = 256;

    private record Waiter(long cost, CompletableFuture<Void> turn) {}

    private final long total;
    private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
    private long free;

    /**
     * @param total in bytes
     */
    public DecodeBudget(long total) {
        this.total = total;
        this.free = total;
    }

    /** Bytes that decoded requests may take together. */
    public long total() {
        return total;
    }

    /** Bytes taken at the moment. */
    public synchronized long taken() {
        return total - free;
    }

    /** Requests that wait for their turn at the moment. */
    public synchronized int waiting() {
        return waiting.size();
    }

    /**
     * What the frame takes decoded, estimated from above: every element, of whatever kind, begins with at least one
     * small byte.
     */
    static long cost(ByteBuf frame) {
        int[] elements = {0};
        frame.forEachByte(value -> {
            if (value >= 0 && value < SHORT_LENGTH) {
                elements[0]++;
            }
            return true;
        });
        return (long) BYTES_PER_BYTE * frame.readableBytes() + (long) BYTES_PER_ELEMENT * elements[0];
    }

    /** Whether that much can be had at all. */
    boolean canHold(long cost) {
        return cost <= total;
    }

    /** Takes that much, at once or when others have given back; completed then, on the thread that gave back. */
    CompletableFuture<Void> take(long cost) {
        synchronized (this) {
            if (cost <= total / SMALL_PART || (waiting.isEmpty() && cost <= free)) {
                free -= cost;
                return CompletableFuture.completedFuture(null);
            }
            CompletableFuture<Void> turn = new CompletableFuture<>();
            waiting.addLast(new Waiter(cost, turn));
            return turn;
        }
    }

    /** Gives back what was taken. */
    void giveBack(long cost) {
        ArrayDeque<Waiter> next = new ArrayDeque<>();
        synchronized (this) {
            free += cost;
            while (!waiting.isEmpty() && waiting.getFirst().cost <= free) {
                Waiter waiter = waiting.removeFirst();
                free -= waiter.cost;
                next.addLast(waiter);
            }
        }
        next.forEach(waiter -> waiter.turn.complete(null));
    }
}
