package dev.topoxy.core.session;

import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.frame.Framer;

/** What one connection has moved so far, passed on to the listener as it happens. Runs on the event loop. */
final class Traffic {

    private final RelayListener listener;
    private long requests;
    private long bytesFromClient;
    private long bytesFromBroker;

    Traffic(RelayListener listener) {
        this.listener = listener;
    }

    /** A request has begun to arrive. */
    void requestReceived(short apiKey) {
        requests++;
        listener.requestReceived(apiKey);
    }

    /** That side's framer has read something, perhaps. */
    void received(Side side, Framer framer) {
        long bytes = framer.takeReadBytes();
        if (bytes > 0) {
            if (side == Side.CLIENT) {
                bytesFromClient += bytes;
            } else {
                bytesFromBroker += bytes;
            }
            listener.received(side, bytes);
        }
    }

    long requests() {
        return requests;
    }

    long bytesFromClient() {
        return bytesFromClient;
    }

    long bytesFromBroker() {
        return bytesFromBroker;
    }
}
