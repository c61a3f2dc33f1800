package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;

/** The first fields of a response frame. */
final class ResponseFrame {

    /** Size and correlation id, which stand before anything that differs between APIs. */
    static final int PREFIX_BYTES = Integer.BYTES + Integer.BYTES;

    private ResponseFrame() {}

    /** How many bytes the frame has, its size field included, from its first chunk. */
    static long totalBytes(ByteBuf first) {
        if (first.readableBytes() < PREFIX_BYTES) {
            throw new MalformedFrameException("a response of " + first.readableBytes() + " bytes has no header");
        }
        int size = first.getInt(first.readerIndex());
        if (size < Integer.BYTES) {
            throw new MalformedFrameException("a response of size " + size);
        }
        return (long) Integer.BYTES + size;
    }

    /** Checks that a chunk holds no bytes beyond its frame. */
    static void checkWithin(ByteBuf chunk, long bytesLeft) {
        if (chunk.readableBytes() > bytesLeft) {
            throw new MalformedFrameException(
                    chunk.readableBytes() + " bytes where the frame has " + bytesLeft + " bytes left");
        }
    }
}
