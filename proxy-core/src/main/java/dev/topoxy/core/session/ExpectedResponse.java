package dev.topoxy.core.session;

import dev.topoxy.core.frame.FrameSink;

/** What the broker owes next on a connection; it answers each connection's requests in order. */
interface ExpectedResponse {

    int correlationId();

    /**
     * The response has begun.
     *
     * @param frameBytes its size as announced
     */
    FrameSink responseStarts(int frameBytes);

    /** The connection ended before the response did. */
    void disconnected();
}
