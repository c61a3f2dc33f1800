package dev.topoxy.core.session;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One request of the client that is owed an answer. Answers leave in the order of the requests; what of an answer is
 * there before its turn is held here.
 */
class Exchange {

    private final short apiKey;
    private final long beganNanos = System.nanoTime();
    private boolean complete;
    private @Nullable ArrayDeque<ByteBuf> held;

    Exchange(short apiKey) {
        this.apiKey = apiKey;
    }

    short apiKey() {
        return apiKey;
    }

    long beganNanos() {
        return beganNanos;
    }

    boolean isComplete() {
        return complete;
    }

    void markComplete() {
        complete = true;
    }

    void hold(ByteBuf bytes) {
        if (held == null) {
            held = new ArrayDeque<>(2);
        }
        held.addLast(bytes);
    }

    /** The next held piece, ownership included; null when nothing is held. */
    @Nullable
    ByteBuf takeHeld() {
        return held == null ? null : held.pollFirst();
    }
}
