package dev.topoxy.core.session;

import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import java.util.EnumSet;
import java.util.Set;

/** Whether a channel is read from: only while nothing speaks against it. Runs on the channel's event loop. */
final class ReadGate {

    private final Channel channel;
    private final Side side;
    private final RelayListener listener;
    private final Set<PauseReason> reasons = EnumSet.noneOf(PauseReason.class);
    private int openings;

    ReadGate(Channel channel, Side side, RelayListener listener) {
        this.channel = channel;
        this.side = side;
        this.listener = listener;
    }

    /** Begins to read. */
    void open() {
        setReading(true);
    }

    void set(PauseReason reason, boolean present) {
        boolean changed = present ? reasons.add(reason) : reasons.remove(reason);
        if (changed) {
            if (present) {
                listener.readingPaused(side, reason);
            } else {
                listener.readingResumed(side, reason);
            }
            setReading(reasons.isEmpty());
        }
    }

    /** The channel is closing: nothing is read any more, and nothing speaks against it. */
    void release() {
        reasons.forEach(reason -> listener.readingResumed(side, reason));
        reasons.clear();
    }

    boolean isOpen() {
        return reasons.isEmpty();
    }

    /** How often it was opened. */
    int openings() {
        return openings;
    }

    private void setReading(boolean reading) {
        if (reading) {
            openings++;
        }
        // To ask for more behind the end of the input would close the whole channel, and with it what is still to be
        // written.
        boolean ended = channel instanceof DuplexChannel duplex && duplex.isInputShutdown();
        if (!(reading && ended)) {
            channel.config().setAutoRead(reading);
        }
    }
}
