package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;

/**
 * Kafka's unsigned varints: seven bits a byte, the low ones first. Numbers with superfluous bytes are refused: they give
 * a tag a second spelling under which its addresses would pass unseen.
 */
final class Varints {

    private static final int LAST_SHIFT = 28;

    private Varints() {}

    static int read(ByteBuf in) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            checkMayContinue(shift);
            if (!in.isReadable()) {
                throw new MalformedFrameException("a varint is cut off");
            }
            byte next = in.readByte();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                checkLastByte(next, shift);
                return value;
            }
        }
    }

    static void write(ByteBuf out, int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    static int sizeOf(int value) {
        int size = 1;
        for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
            size++;
        }
        return size;
    }

    /** Refuses a last byte that adds nothing, or bits beyond the 32nd. */
    static void checkLastByte(byte last, int shift) {
        if ((shift > 0 && last == 0) || (shift == LAST_SHIFT && last > 0x0f)) {
            throw new MalformedFrameException("a varint that is longer than its value needs, or more than 32 bits");
        }
    }

    static void checkMayContinue(int shift) {
        if (shift > LAST_SHIFT) {
            throw new MalformedFrameException("a varint of more than five bytes");
        }
    }
}
