package dev.topoxy.core.event;

import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Told by the relay of one cluster what happens. Called on event loops, on several at a time, some methods twice per
 * frame: an implementation counts and returns. It must not block, allocate, log or throw, and is given nothing that a
 * peer can make up at will but the API key, which may be any number.
 */
public interface RelayListener {

    /** Listens to nothing. */
    RelayListener NONE = new RelayListener() {};

    /** A client's connection was accepted; {@link #connectionClosed} follows exactly once. */
    default void connectionOpened() {}

    default void connectionClosed(CloseReason.Kind reason) {}

    /**
     * A connection was closed in its PROXY header or TLS handshake, before it could be one of those
     * {@link #connectionOpened} tells of.
     */
    default void connectionRefused(CloseReason.Kind reason) {}

    /**
     * A connection to a broker stands.
     *
     * @param nanos since the client sent its first byte, attempts that failed included
     */
    default void brokerConnected(long nanos) {}

    /** One address of a broker, or its host name, led nowhere; others may follow. */
    default void brokerConnectFailed() {}

    /** One side is read no further for that reason; {@link #readingResumed} follows exactly once. */
    default void readingPaused(Side side, PauseReason reason) {}

    default void readingResumed(Side side, PauseReason reason) {}

    /**
     * A request has begun to arrive.
     *
     * @param apiKey as sent, whether or not such an API exists
     */
    default void requestReceived(short apiKey) {}

    /**
     * A request's answer has been written to the client in full. Where none is due (Produce with {@code acks=0}) this is
     * never called.
     *
     * @param nanos since the request began to arrive, or for one that a filter reads since it had arrived
     */
    default void requestAnswered(short apiKey, long nanos) {}

    /**
     * A filter has answered.
     *
     * @param nanos since it was given the request, what it waited for included
     * @param failed whether it failed and the client was given the API's error response instead
     */
    default void filterAnswered(ApiKeys api, long nanos, boolean failed) {}

    /** A request waits until others have given back their part of the budget for decoded requests. */
    default void decodingDelayed() {}

    /** A request takes more than the whole budget for decoded requests: its filter sees only its beginning. */
    default void decodingRefused() {}

    /** Bytes that a side has sent, counted behind its TLS; told once per read event and at the end. */
    default void received(Side side, long bytes) {}
}
