package dev.topoxy.filters.description;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.kafka.common.Uuid;

/** SHA-256 over typed values. Texts carry their length, so no two sequences of values read the same. */
public final class Digest {

    private final MessageDigest sha256;

    public Digest() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }

    public Digest add(int value) {
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(value).flip());
        return this;
    }

    public Digest add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    public Digest add(byte[] bytes) {
        add(bytes.length);
        sha256.update(bytes);
        return this;
    }

    public byte[] finish() {
        return sha256.digest();
    }

    /**
     * The first 16 bytes, with the bits of UUID version 8 and the RFC variant set. The very first bit is cleared: then the
     * id's text never begins with '-', which command lines take for an option. The version bits keep it apart from
     * Kafka's reserved ids, which are nearly all zeros.
     */
    public Uuid finishAsId() {
        ByteBuffer bits = ByteBuffer.wrap(finish());
        long high = (bits.getLong() & 0x7fffffff_ffff0fffL) | 0x8000L;
        long low = (bits.getLong() & 0x3fffffff_ffffffffL) | 0x80000000_00000000L;
        return new Uuid(high, low);
    }
}
