package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;

/**
 * Finds its way through one frame along a {@link Layout}, from chunk to chunk: it can stop and resume at any byte, holds
 * no bytes and allocates nothing on the way. Strings, records and payloads are passed over without being looked at, so
 * the cost grows with the number of fields and not with their size.
 */
final class LayoutWalker {

    /** Why a walk came back. */
    enum Stop {
        /** The chunk is used up. */
        STARVED,
        /** A mark of the layout is reached. */
        MARKED,
        /** The layout's end is reached. */
        DONE
    }

    private final int[] instructions;
    /** How many elements are left in each of the arrays that the walk is inside of. */
    private final int[] elementsLeft;

    private int depth = -1;
    private int next;
    private int skip;
    private int tagSize;

    /** The number being read: its bits so far, and how many bits or bytes of it are in. */
    private int number;

    private int numberProgress;

    private int position;
    private long frameEnd;

    LayoutWalker(Layout layout) {
        instructions = layout.instructions();
        elementsLeft = new int[layout.depth()];
    }

    /**
     * Walks on from {@code from} up to {@code to}, the index after the last byte that is there.
     *
     * @param end the index that the byte after the frame's last one would have in this chunk; lengths that lead beyond
     *     it are refused
     */
    Stop walk(ByteBuf in, int from, int to, long end) {
        position = from;
        frameEnd = end;
        while (true) {
            if (skip > 0) {
                int step = Math.min(skip, to - position);
                position += step;
                skip -= step;
                if (skip > 0) {
                    return Stop.STARVED;
                }
            }
            int instruction = instructions[next];
            int operand = instruction >>> Layout.KIND_BITS;
            switch (instruction & Layout.KIND_MASK) {
                case Layout.SKIP -> {
                    skip = withinFrame(operand);
                    next++;
                }
                case Layout.COMPACT -> {
                    if (!readVarint(in, to)) {
                        return Stop.STARVED;
                    }
                    skip = number == 0 ? 0 : withinFrame(number - 1);
                    next++;
                }
                case Layout.COMPACT_ARRAY -> {
                    if (!readVarint(in, to)) {
                        return Stop.STARVED;
                    }
                    enter(number - 1, operand);
                }
                case Layout.TAG_COUNT -> {
                    if (!readVarint(in, to)) {
                        return Stop.STARVED;
                    }
                    enter(withinFrame(number), operand);
                }
                case Layout.TAG_NUMBER -> {
                    if (!readVarint(in, to)) {
                        return Stop.STARVED;
                    }
                    next++;
                }
                case Layout.TAG_SIZE -> {
                    if (!readVarint(in, to)) {
                        return Stop.STARVED;
                    }
                    tagSize = withinFrame(number);
                    next++;
                }
                case Layout.TAG_PAYLOAD -> {
                    skip = tagSize;
                    next++;
                }
                case Layout.CLASSIC_STRING -> {
                    if (!readFixed(in, to, Short.BYTES)) {
                        return Stop.STARVED;
                    }
                    short length = (short) number;
                    skip = length == -1 ? 0 : withinFrame(length);
                    next++;
                }
                case Layout.CLASSIC_ARRAY -> {
                    if (!readFixed(in, to, Integer.BYTES)) {
                        return Stop.STARVED;
                    }
                    enter(number, operand);
                }
                case Layout.NEXT -> {
                    if (--elementsLeft[depth] > 0) {
                        next = operand;
                    } else {
                        depth--;
                        next++;
                    }
                }
                case Layout.MARK_BYTE -> {
                    if (position == to) {
                        return Stop.STARVED;
                    }
                    next++;
                    return Stop.MARKED;
                }
                case Layout.MARK -> {
                    next++;
                    return Stop.MARKED;
                }
                default -> {
                    return Stop.DONE;
                }
            }
        }
    }

    /** The index of the next byte to be walked, in the chunk that was given last. */
    int position() {
        return position;
    }

    /** The payload size of the tagged field that was met last. */
    int tagSize() {
        return tagSize;
    }

    private void enter(int elements, int behind) {
        if (elements == 0 || elements == -1) {
            next = behind;
            return;
        }
        elementsLeft[++depth] = withinFrame(elements);
        next++;
    }

    /** Every element takes at least one byte, so that counts are held to the same limit as lengths. */
    private int withinFrame(int length) {
        if (length < 0 || length > frameEnd - position) {
            throw new MalformedFrameException("a length or count of " + Integer.toUnsignedString(length)
                    + " where the frame has " + (frameEnd - position) + " bytes left");
        }
        return length;
    }

    private boolean readVarint(ByteBuf in, int to) {
        if (position < to && numberProgress == 0) {
            byte only = in.getByte(position);
            if (only >= 0) {
                position++;
                number = only;
                return true;
            }
        }
        return readLongVarint(in, to);
    }

    private boolean readLongVarint(ByteBuf in, int to) {
        while (position < to) {
            byte next7 = in.getByte(position++);
            if (numberProgress == 0) {
                number = 0;
            }
            number |= (next7 & 0x7f) << numberProgress;
            if (next7 >= 0) {
                Varints.checkLastByte(next7, numberProgress);
                numberProgress = 0;
                return true;
            }
            numberProgress += 7;
            Varints.checkMayContinue(numberProgress);
        }
        return false;
    }

    private boolean readFixed(ByteBuf in, int to, int width) {
        while (position < to) {
            int before = numberProgress == 0 ? 0 : number << Byte.SIZE;
            number = before | (in.getByte(position++) & 0xff);
            if (++numberProgress == width) {
                numberProgress = 0;
                return true;
            }
        }
        return false;
    }
}
