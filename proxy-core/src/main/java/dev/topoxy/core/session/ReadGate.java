package dev.topoxy.core.session;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import java.util.EnumSet;
import java.util.Set;

/** Whether a channel is read from: only while nothing speaks against it. Runs on the channel's event loop. */
final class ReadGate {

    /** Reasons not to read, each set and cleared on its own. */
    enum Reason {
        /** The other side takes bytes more slowly than this one sends them. */
        OTHER_SIDE_FULL,
        /** This side does not take its answers. */
        OWN_SIDE_FULL,
        /** No further request is taken for now: a filter waits for an answer of the broker, or the session is to end. */
        REQUESTS_HELD,
        /** Answers pile up behind one that is not there yet. */
        ANSWERS_HELD
    }

    private final Channel channel;
    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);

    ReadGate(Channel channel) {
        this.channel = channel;
    }

    /** Begins to read. */
    void open() {
        setReading(true);
    }

    void set(Reason reason, boolean present) {
        boolean changed = present ? reasons.add(reason) : reasons.remove(reason);
        if (changed) {
            setReading(reasons.isEmpty());
        }
    }

    private void setReading(boolean reading) {
        // To ask for more behind the end of the input would close the whole channel, and with it what is still to be
        // written.
        boolean ended = channel instanceof DuplexChannel duplex && duplex.isInputShutdown();
        if (!(reading && ended)) {
            channel.config().setAutoRead(reading);
        }
    }
}
