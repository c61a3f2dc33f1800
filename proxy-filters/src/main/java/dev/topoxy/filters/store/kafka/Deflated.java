package dev.topoxy.filters.store.kafka;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Bytes kept small in the heap: a topology's JSON shrinks to a fifth or less. */
final class Deflated {

    private final byte[] deflated;
    private final int length;

    private Deflated(byte[] deflated, int length) {
        this.deflated = deflated;
        this.length = length;
    }

    static Deflated of(byte[] bytes) {
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] out = new byte[Math.max(64, bytes.length / 4)];
            int size = 0;
            while (!deflater.finished()) {
                if (size == out.length) {
                    out = Arrays.copyOf(out, size * 2);
                }
                size += deflater.deflate(out, size, out.length - size);
            }
            return new Deflated(Arrays.copyOf(out, size), bytes.length);
        } finally {
            deflater.end();
        }
    }

    byte[] bytes() {
        var inflater = new Inflater();
        try {
            inflater.setInput(deflated);
            byte[] out = new byte[length];
            int size = 0;
            while (size < length) {
                int read = inflater.inflate(out, size, length - size);
                if (read == 0) {
                    throw new IllegalStateException("ends after " + size + " of " + length + " bytes");
                }
                size += read;
            }
            return out;
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        } finally {
            inflater.end();
        }
    }
}
