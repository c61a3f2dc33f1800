package dev.topoxy.core.event;

/**
 * Why a connection ended.
 *
 * @param kind the kind of event, of which there are few
 * @param detail what happened, for the log; may hold text from a peer
 */
public record CloseReason(Kind kind, String detail) {

    /** The kinds of events that end a connection, and who brought each about. */
    public enum Kind {
        CLIENT_CLOSED(Cause.ORDINARY),
        BROKER_CLOSED(Cause.ORDINARY),
        CLIENT_IO_ERROR(Cause.ORDINARY),
        BROKER_IO_ERROR(Cause.ORDINARY),
        CLIENT_VANISHED(Cause.ORDINARY),
        BROKER_VANISHED(Cause.BROKER),
        BROKER_MOVED(Cause.ORDINARY),
        SHUTDOWN(Cause.ORDINARY),
        IDLE(Cause.ORDINARY),
        STALLED(Cause.CLIENT),
        TOO_MANY_CONNECTIONS(Cause.CLIENT),
        BAD_PROXY_HEADER(Cause.CLIENT),
        NOT_TLS(Cause.CLIENT),
        UNKNOWN_NAME(Cause.CLIENT),
        HANDSHAKE_FAILED(Cause.CLIENT),
        HANDSHAKE_TIMEOUT(Cause.CLIENT),
        NO_REQUEST(Cause.CLIENT),
        BROKER_UNREACHABLE(Cause.BROKER),
        BROKER_LOGIN_FAILED(Cause.BROKER),
        MALFORMED_REQUEST(Cause.CLIENT),
        MALFORMED_RESPONSE(Cause.BROKER),
        UNSUPPORTED_REQUEST(Cause.CLIENT),
        /** One of those that held most memory when it ran short; who sheds says so. */
        SHED(Cause.ORDINARY),
        OUT_OF_MEMORY(Cause.PROXY),
        INTERNAL_ERROR(Cause.PROXY);

        private enum Cause {
            ORDINARY,
            CLIENT,
            BROKER,
            PROXY
        }

        private final Cause cause;

        Kind(Cause cause) {
            this.cause = cause;
        }

        /** Whether it is worth a warning; the others happen all day. */
        public boolean noteworthy() {
            return cause != Cause.ORDINARY;
        }

        /** Whether it says something of that one client; else it may strike all of them at once. */
        public boolean ofClient() {
            return cause == Cause.CLIENT;
        }
    }
}
