package dev.topoxy.core.session;

import io.netty.channel.Channel;

/** Whether a channel is read from: only while nothing speaks against it. Runs on the channel's event loop. */
final class ReadGate {

    /** Reasons not to read, each set and cleared on its own. */
    enum Reason {
        /** The other side takes bytes more slowly than this one sends them. */
        OTHER_SIDE_FULL,
        /** This side does not take its answers. */
        OWN_SIDE_FULL,
        /** A filter waits for an answer to a request of its own. */
        FILTER_ASKS_BROKER,
        /** Answers pile up behind one that is not there yet. */
        ANSWERS_HELD
    }

    private final Channel channel;
    private int reasons;

    ReadGate(Channel channel) {
        this.channel = channel;
    }

    void set(Reason reason, boolean present) {
        int bit = 1 << reason.ordinal();
        int now = present ? reasons | bit : reasons & ~bit;
        if (now != reasons) {
            reasons = now;
            channel.config().setAutoRead(now == 0);
        }
    }
}
