package dev.topoxy.core.support;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;

/**
 * Bytes that are a message of a schema, made up by chance: with many elements, or long ones, or large numbers, as the
 * seed has it.
 */
public final class RandomMessage {

    private static final int MOST_BYTES = 60_000;
    private static final byte[] FILLERS = {0, 1, 0x41, 0x7f, -1};

    private final Random random;
    private final int elements;
    private final int length;
    private final byte filler;
    private final String letter;
    private final ByteBuf out = Unpooled.buffer();

    private RandomMessage(int seed) {
        random = new Random(seed);
        elements = 1 << random.nextInt(12);
        length = 1 << random.nextInt(8);
        filler = FILLERS[random.nextInt(FILLERS.length)];
        letter = random.nextBoolean() ? "x" : "\u0100";
    }

    /** The bytes of one message. */
    public static ByteBuf of(Schema schema, int seed) {
        RandomMessage message = new RandomMessage(seed);
        message.write(schema);
        return message.out;
    }

    private void write(Type type) {
        if (type instanceof Schema schema) {
            if (schema.isNullable()) {
                out.writeByte(1);
            }
            for (BoundField field : schema.fields()) {
                write(field.def.type);
            }
        } else if (type instanceof TaggedFields) {
            writeTags();
        } else if (type.isArray()) {
            int count = out.writerIndex() > MOST_BYTES ? 0 : random.nextInt(elements + 1);
            writeLength(type, Integer.BYTES, count);
            Type element = type.arrayElementType().orElseThrow();
            for (int i = 0; i < count; i++) {
                write(element);
            }
        } else {
            writeScalar(type);
        }
    }

    private void writeScalar(Type type) {
        String name = type.toString();
        if (name.endsWith("STRING")) {
            byte[] text = text();
            writeLength(type, Short.BYTES, text.length);
            out.writeBytes(text);
        } else if (name.endsWith("BYTES")) {
            int count = random.nextInt(length);
            writeLength(type, Integer.BYTES, count);
            fill(count);
        } else {
            fill(
                    switch (name) {
                        case "BOOLEAN", "INT8" -> 1;
                        case "INT16", "UINT16" -> 2;
                        case "INT32", "UINT32" -> 4;
                        case "INT64", "FLOAT64" -> 8;
                        case "UUID" -> 16;
                        default -> throw new IllegalArgumentException(name);
                    });
        }
    }

    private byte[] text() {
        int count = random.nextInt(length);
        return (count == 0 ? "" : letter + "x".repeat(count - 1)).getBytes(StandardCharsets.UTF_8);
    }

    /** Unknown ones only: nothing needs to be known of them. */
    private void writeTags() {
        int count = random.nextInt(20) == 0 && out.writerIndex() < MOST_BYTES ? random.nextInt(elements) : 0;
        writeVarint(count);
        for (int i = 0; i < count; i++) {
            writeVarint(64 + i);
            int size = random.nextInt(length);
            writeVarint(size);
            fill(size);
        }
    }

    private void writeLength(Type type, int classicBytes, int count) {
        if (type.toString().startsWith("COMPACT")) {
            writeVarint(count + 1);
        } else if (classicBytes == Short.BYTES) {
            out.writeShort(count);
        } else {
            out.writeInt(count);
        }
    }

    private void writeVarint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            out.writeByte(filler);
        }
    }
}
