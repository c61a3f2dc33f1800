package dev.topoxy.core.event;

/**
 * Why a connection ended.
 *
 * @param kind the kind of event, of which there are few
 * @param detail what happened, for the log; may hold text from a peer
 */
public record CloseReason(Kind kind, String detail) {

    /** The kinds of events that end a connection, and whether an operator should hear of each. */
    public enum Kind {
        CLIENT_CLOSED(false),
        BROKER_CLOSED(false),
        CLIENT_IO_ERROR(false),
        BROKER_IO_ERROR(false),
        BROKER_MOVED(false),
        SHUTDOWN(false),
        IDLE(false),
        STALLED(true),
        TOO_MANY_CONNECTIONS(true),
        BAD_PROXY_HEADER(true),
        NOT_TLS(true),
        UNKNOWN_NAME(true),
        HANDSHAKE_FAILED(true),
        HANDSHAKE_TIMEOUT(true),
        NO_REQUEST(true),
        BROKER_UNREACHABLE(true),
        BROKER_LOGIN_FAILED(true),
        MALFORMED_REQUEST(true),
        MALFORMED_RESPONSE(true),
        UNSUPPORTED_REQUEST(true),
        OUT_OF_MEMORY(true),
        INTERNAL_ERROR(true);

        private final boolean noteworthy;

        Kind(boolean noteworthy) {
            this.noteworthy = noteworthy;
        }

        /** Whether it is worth a warning; the others happen all day. */
        public boolean noteworthy() {
            return noteworthy;
        }
    }
}
