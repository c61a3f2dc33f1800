package dev.topoxy.core.session;

import dev.topoxy.core.event.RelayListener;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;

/**
 * The answers owed to a client, in the order in which it asked. The oldest one's bytes go straight to the client;
 * others are held until their turn. Runs on the connection's event loop.
 */
final class AnswerQueue {

    private final Channel client;
    private final RelayListener listener;
    private final Runnable onExpected;
    private final ArrayDeque<Exchange> owed = new ArrayDeque<>(4);
    private long heldBytes;
    private boolean unflushed;
    private boolean ended;

    /**
     * @param onExpected run whenever one more answer is owed
     */
    AnswerQueue(Channel client, RelayListener listener, Runnable onExpected) {
        this.onExpected = onExpected;
        this.client = client;
        this.listener = listener;
    }

    /** The client asked; its answer comes after all that are owed already. */
    void expect(Exchange exchange) {
        owed.addLast(exchange);
        onExpected.run();
    }

    /** Takes part of an answer; ownership of the bytes passes to this method. */
    void deliver(Exchange exchange, ByteBuf bytes) {
        if (ended) {
            bytes.release();
        } else if (owed.peekFirst() == exchange) {
            client.write(bytes, client.voidPromise());
            unflushed = true;
        } else {
            heldBytes += bytes.readableBytes();
            exchange.hold(bytes);
        }
    }

    /** The whole answer has been delivered. */
    void complete(Exchange exchange) {
        exchange.markComplete();
        while (!owed.isEmpty() && owed.peekFirst().isComplete()) {
            Exchange answered = owed.removeFirst();
            listener.requestAnswered(answered.apiKey(), System.nanoTime() - answered.beganNanos());
            writeHeldOfFirst();
        }
    }

    private void writeHeldOfFirst() {
        Exchange first = owed.peekFirst();
        if (first == null) {
            return;
        }
        for (ByteBuf bytes = first.takeHeld(); bytes != null; bytes = first.takeHeld()) {
            heldBytes -= bytes.readableBytes();
            client.write(bytes, client.voidPromise());
            unflushed = true;
        }
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            client.flush();
        }
    }

    boolean isEmpty() {
        return owed.isEmpty();
    }

    int size() {
        return owed.size();
    }

    /** Bytes of answers that wait for their turn. */
    long heldBytes() {
        return heldBytes;
    }

    /** The connection has ended: nothing held will be sent, nor anything that comes. */
    void release() {
        ended = true;
        for (Exchange exchange = owed.pollFirst(); exchange != null; exchange = owed.pollFirst()) {
            for (ByteBuf bytes = exchange.takeHeld(); bytes != null; bytes = exchange.takeHeld()) {
                bytes.release();
            }
        }
        heldBytes = 0;
    }
}
