package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.wire.MalformedFrameException;
import java.io.IOException;

/** What an exception on a channel means for its connection. */
final class Failures {

    private Failures() {}

    static CloseReason reason(Throwable cause, CloseReason.Kind onBrokenConnection, CloseReason.Kind onMalformedFrame) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof MalformedFrameException) {
            return new CloseReason(onMalformedFrame, message);
        }
        if (cause instanceof UnsupportedRequestException) {
            return new CloseReason(CloseReason.Kind.UNSUPPORTED_REQUEST, message);
        }
        if (cause instanceof IOException) {
            return new CloseReason(onBrokenConnection, message);
        }
        if (cause instanceof OutOfMemoryError) {
            return new CloseReason(
                    CloseReason.Kind.OUT_OF_MEMORY, message + ": raise -XX:MaxDirectMemorySize in TOPOXY_JVM_OPTS");
        }
        return new CloseReason(CloseReason.Kind.INTERNAL_ERROR, cause.toString());
    }
}
