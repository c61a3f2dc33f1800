package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;

/**
 * Overwrites a stretch of a frame in place while it streams by: with some bytes first and zeros up to its end. Used to
 * make an unknown tagged field out of addresses without changing a frame's length.
 */
final class EndpointsMask {

    /** A tag that no Kafka response has; one byte, as the tag 0 in whose place it is written. */
    static final int UNKNOWN_TAG = 0x7f;

    private static final byte[] NOTHING = {};
    private static final byte EMPTY_ARRAY = 1;

    private final byte[] first;
    private int firstWritten;
    private int zerosLeft;

    private EndpointsMask(byte[] first, int zeros) {
        this.first = first;
        this.zerosLeft = zeros;
    }

    /** Zeros for a payload whose tag was renumbered already. */
    static EndpointsMask payload(int bytes) {
        return new EndpointsMask(NOTHING, bytes);
    }

    /**
     * An empty array, followed by a tagged section that fills the rest of the frame.
     *
     * @param bytes what is left of the frame, from the array on
     */
    static EndpointsMask emptyArrayAndTag(int bytes) {
        // Where a longer size field would take the byte that makes it longer, a second, empty tag fills the gap.
        for (int tags = 1; tags <= 2; tags++) {
            int room = bytes - 2 - 2 * (tags - 1) - 1;
            for (int sizeBytes = 1; sizeBytes <= 5; sizeBytes++) {
                int zeros = room - sizeBytes;
                if (zeros >= 0 && Varints.sizeOf(zeros) == sizeBytes) {
                    return new EndpointsMask(prefix(tags, zeros, sizeBytes), zeros);
                }
            }
        }
        throw new MalformedFrameException("node endpoints in the last " + bytes + " bytes of a frame");
    }

    private static byte[] prefix(int tags, int zeros, int sizeBytes) {
        byte[] bytes = new byte[2 + 2 * (tags - 1) + 1 + sizeBytes];
        int at = 0;
        bytes[at++] = EMPTY_ARRAY;
        bytes[at++] = (byte) tags;
        if (tags == 2) {
            bytes[at++] = UNKNOWN_TAG - 1;
            bytes[at++] = 0;
        }
        bytes[at++] = UNKNOWN_TAG;
        int rest = zeros;
        for (; at < bytes.length - 1; rest >>>= 7) {
            bytes[at++] = (byte) (rest | 0x80);
        }
        bytes[at] = (byte) rest;
        return bytes;
    }

    /** Overwrites what belongs to the stretch, from {@code from} on and before {@code to}. */
    void apply(ByteBuf chunk, int from, int to) {
        int at = from;
        while (at < to && firstWritten < first.length) {
            chunk.setByte(at++, first[firstWritten++]);
        }
        int zeros = Math.min(zerosLeft, to - at);
        chunk.setZero(at, zeros);
        zerosLeft -= zeros;
    }
}
