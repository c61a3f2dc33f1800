package dev.topoxy.filters.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over typed values. Texts carry their length, so no two sequences of values read the same. */
final class Digest {

    private final MessageDigest sha256;

    Digest() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }

    Digest add(int value) {
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(value).flip());
        return this;
    }

    Digest add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    Digest add(byte[] bytes) {
        add(bytes.length);
        sha256.update(bytes);
        return this;
    }

    byte[] finish() {
        return sha256.digest();
    }
}
