package dev.topoxy.core.support;

import java.nio.ByteBuffer;

/** A request as a broker sees it. */
public final class Request {

    private final byte[] frame;

    public Request(byte[] frame) {
        this.frame = frame;
    }

    /** The whole frame, size field included. */
    public byte[] frame() {
        return frame;
    }

    public short apiKey() {
        return ByteBuffer.wrap(frame).getShort(4);
    }

    public short version() {
        return ByteBuffer.wrap(frame).getShort(6);
    }

    public int correlationId() {
        return ByteBuffer.wrap(frame).getInt(8);
    }
}
