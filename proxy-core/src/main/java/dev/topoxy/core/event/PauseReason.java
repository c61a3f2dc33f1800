package dev.topoxy.core.event;

/** Reasons not to read from one side of a connection, each set and cleared on its own. */
public enum PauseReason {
    /** The other side takes bytes more slowly than this one sends them. */
    OTHER_SIDE_FULL,
    /** This side does not take its answers. */
    OWN_SIDE_FULL,
    /** No further request is taken for now: a filter waits for an answer of the broker, or the session is to end. */
    REQUESTS_HELD,
    /** Answers pile up behind one that is not there yet. */
    ANSWERS_HELD,
    /** As many requests are owed an answer as may be. */
    REQUESTS_IN_FLIGHT,
    /** There is no memory for gathering more of a request. */
    GATHERED_FULL
}
