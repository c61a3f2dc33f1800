package dev.topoxy.core.session;

import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;

/**
 * Finds the acks of a Produce request in the first bytes of its frame as they stream by: with {@code acks=0} the broker
 * sends no answer. Resumes at any byte. Source: RequestHeader.json and ProduceRequest.json.
 */
final class AcksPeek {

    private static final int FLEXIBLE_SINCE = 9;
    private static final int TRANSACTIONAL_ID_SINCE = 3;

    private enum Part {
        FIXED_HEADER,
        CLIENT_ID_LENGTH,
        CLIENT_ID,
        TAG_COUNT,
        TAG_NUMBER,
        TAG_SIZE,
        TAG_VALUE,
        TRANSACTIONAL_ID_LENGTH,
        TRANSACTIONAL_ID,
        ACKS,
        DONE
    }

    private final boolean flexible;
    private final boolean transactionalId;

    private Part part = Part.FIXED_HEADER;
    private int skip;
    private int tags;
    private int number;
    private int numberBytes;

    AcksPeek(short version) {
        flexible = version >= FLEXIBLE_SINCE;
        transactionalId = version >= TRANSACTIONAL_ID_SINCE;
        skip = Framer.REQUEST_HEADER_BYTES;
    }

    /** Looks at the frame's next bytes without consuming them; returns true once {@link #acks()} is known. */
    boolean advance(ByteBuf bytes) {
        int index = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (part != Part.DONE && index < end) {
            if (skip > 0) {
                int skipped = Math.min(skip, end - index);
                skip -= skipped;
                index += skipped;
                if (skip == 0) {
                    skipped();
                }
            } else {
                read(bytes.getByte(index++));
            }
        }
        return part == Part.DONE;
    }

    short acks() {
        return (short) number;
    }

    private void read(byte next) {
        switch (part) {
            case CLIENT_ID_LENGTH -> {
                if (fixedShort(next)) {
                    skipOrGoTo(Part.CLIENT_ID, (short) number);
                }
            }
            case TAG_COUNT -> {
                if (varint(next)) {
                    tags = number;
                    nextTag();
                }
            }
            case TAG_NUMBER -> {
                if (varint(next)) {
                    enter(Part.TAG_SIZE);
                }
            }
            case TAG_SIZE -> {
                if (varint(next)) {
                    tags--;
                    skipOrGoTo(Part.TAG_VALUE, number);
                }
            }
            case TRANSACTIONAL_ID_LENGTH -> {
                if (flexible ? varint(next) : fixedShort(next)) {
                    skipOrGoTo(Part.TRANSACTIONAL_ID, flexible ? number - 1 : (short) number);
                }
            }
            case ACKS -> {
                if (fixedShort(next)) {
                    part = Part.DONE;
                }
            }
            default -> throw new IllegalStateException("nothing to read in " + part);
        }
    }

    /** Skips a value of that length; a null or empty one is behind us at once. */
    private void skipOrGoTo(Part value, int length) {
        part = value;
        skip = Math.max(length, 0);
        if (skip == 0) {
            skipped();
        }
    }

    private void skipped() {
        switch (part) {
            case FIXED_HEADER -> enter(Part.CLIENT_ID_LENGTH);
            case CLIENT_ID -> {
                if (flexible) {
                    enter(Part.TAG_COUNT);
                } else {
                    enter(transactionalId ? Part.TRANSACTIONAL_ID_LENGTH : Part.ACKS);
                }
            }
            case TAG_VALUE -> nextTag();
            case TRANSACTIONAL_ID -> enter(Part.ACKS);
            default -> throw new IllegalStateException("nothing skipped in " + part);
        }
    }

    private void nextTag() {
        enter(tags > 0 ? Part.TAG_NUMBER : Part.TRANSACTIONAL_ID_LENGTH);
    }

    private void enter(Part next) {
        part = next;
        number = 0;
        numberBytes = 0;
    }

    private boolean fixedShort(byte next) {
        number = (number << 8) | (next & 0xFF);
        return ++numberBytes == Short.BYTES;
    }

    private boolean varint(byte next) {
        number |= (next & 0x7F) << (7 * numberBytes);
        if (next >= 0) {
            if (number < 0) {
                throw new MalformedFrameException("negative length in a Produce request's header");
            }
            return true;
        }
        if (++numberBytes == 5) {
            throw new MalformedFrameException("endless number in a Produce request's header");
        }
        return false;
    }
}
