package dev.topoxy.core.address;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The form of a response as a short list of instructions for {@link LayoutWalker}. Built once per API and version and
 * shared by all frames; one instruction is an int, its kind in the low four bits and its operand above.
 */
final class Layout {

    static final int KIND_BITS = 4;
    static final int KIND_MASK = (1 << KIND_BITS) - 1;

    /** Passes over as many bytes as the operand says. */
    static final int SKIP = 0;
    /** A compact string, compact bytes or records: a varint of length + 1, then the bytes. */
    static final int COMPACT = 1;
    /** A string of the old form: an int16 of length, then the bytes. */
    static final int CLASSIC_STRING = 2;
    /** A varint of element count + 1; where there is no element, on to the operand. */
    static final int COMPACT_ARRAY = 3;
    /** An int32 of element count; where there is no element, on to the operand. */
    static final int CLASSIC_ARRAY = 4;
    /** A varint of tagged fields; where there is none, on to the operand. */
    static final int TAG_COUNT = 5;
    /** The number of a tagged field. */
    static final int TAG_NUMBER = 6;
    /** The size of a tagged field's payload. */
    static final int TAG_SIZE = 7;
    /** Passes over the payload whose size came last. */
    static final int TAG_PAYLOAD = 8;
    /** The end of an element: back to the operand while there are more. */
    static final int NEXT = 9;
    /** Hands control to the walker's caller, with at least one byte ahead. */
    static final int MARK_BYTE = 10;
    /** Hands control to the walker's caller. */
    static final int MARK = 11;
    /** The end of what is to be walked. */
    static final int END = 12;

    private final int[] instructions;
    private final int depth;

    private Layout(int[] instructions, int depth) {
        this.instructions = instructions;
        this.depth = depth;
    }

    /** The instructions, which nobody changes. */
    int[] instructions() {
        return instructions;
    }

    /** How deep arrays and tagged sections are nested. */
    int depth() {
        return depth;
    }

    static Layout of(Consumer<Builder> form) {
        Builder builder = new Builder();
        form.accept(builder);
        builder.add(END, 0);
        return new Layout(Arrays.copyOf(builder.instructions, builder.length), builder.deepest);
    }

    /** Collects the fields in their order on the wire. */
    static final class Builder {
        private int[] instructions = new int[32];
        private int length;
        private int nesting;
        private int deepest;

        private Builder() {}

        Builder skip(int bytes) {
            return add(SKIP, bytes);
        }

        Builder compact() {
            return add(COMPACT, 0);
        }

        Builder classicString() {
            return add(CLASSIC_STRING, 0);
        }

        Builder compactArray(Consumer<Builder> element) {
            return repeated(COMPACT_ARRAY, element);
        }

        Builder classicArray(Consumer<Builder> element) {
            return repeated(CLASSIC_ARRAY, element);
        }

        Builder tags() {
            return repeated(
                    TAG_COUNT, tag -> tag.add(TAG_NUMBER, 0).add(TAG_SIZE, 0).add(TAG_PAYLOAD, 0));
        }

        /** A tagged section that stops before each number, and again before each payload. */
        Builder markedTags() {
            return repeated(
                    TAG_COUNT,
                    tag -> tag.add(MARK_BYTE, 0)
                            .add(TAG_NUMBER, 0)
                            .add(TAG_SIZE, 0)
                            .add(MARK, 0)
                            .add(TAG_PAYLOAD, 0));
        }

        Builder markByte() {
            return add(MARK_BYTE, 0);
        }

        private Builder repeated(int kind, Consumer<Builder> element) {
            int head = length;
            add(kind, 0);
            deepest = Math.max(deepest, ++nesting);
            element.accept(this);
            nesting--;
            add(NEXT, head + 1);
            instructions[head] |= length << KIND_BITS;
            return this;
        }

        private Builder add(int kind, int operand) {
            if (length == instructions.length) {
                instructions = Arrays.copyOf(instructions, length * 2);
            }
            instructions[length++] = (operand << KIND_BITS) | kind;
            return this;
        }
    }
}
