package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.channel.unix.Errors;
import java.io.IOException;
import java.util.Set;

/** What an exception on a channel means for its connection. */
final class Failures {

    /** Linux' numbers for: no answer for too long; no way to that host; no way to its network. */
    private static final Set<Integer> GONE = Set.of(-110, -113, -101);

    private Failures() {}

    /**
     * @param side whose channel it was
     */
    static CloseReason reason(Throwable cause, Side side) {
        boolean ofClient = side == Side.CLIENT;
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof MalformedFrameException) {
            return new CloseReason(
                    ofClient ? CloseReason.Kind.MALFORMED_REQUEST : CloseReason.Kind.MALFORMED_RESPONSE, message);
        }
        if (cause instanceof UnsupportedRequestException) {
            return new CloseReason(CloseReason.Kind.UNSUPPORTED_REQUEST, message);
        }
        if (cause instanceof Errors.NativeIoException io && GONE.contains(io.expectedErr())) {
            return ofClient
                    ? new CloseReason(CloseReason.Kind.CLIENT_VANISHED, "the client is gone without a word: " + message)
                    : new CloseReason(
                            CloseReason.Kind.BROKER_VANISHED,
                            "its broker does not answer any more, not even the kernel's probes (tcp.keepalive.*,"
                                    + " tcp.broker.user.timeout.ms): " + message);
        }
        if (cause instanceof IOException) {
            return new CloseReason(
                    ofClient ? CloseReason.Kind.CLIENT_IO_ERROR : CloseReason.Kind.BROKER_IO_ERROR, message);
        }
        if (cause instanceof OutOfMemoryError) {
            return new CloseReason(
                    CloseReason.Kind.OUT_OF_MEMORY, message + ": raise -XX:MaxDirectMemorySize in TOPOXY_JVM_OPTS");
        }
        return new CloseReason(CloseReason.Kind.INTERNAL_ERROR, cause.toString());
    }
}
