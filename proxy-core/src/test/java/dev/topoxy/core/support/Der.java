package dev.topoxy.core.support;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** As much of ASN.1's encoding as a certificate needs. */
final class Der {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] tagged(int tag, byte[]... parts) {
        byte[] content = join(parts);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            byte[] length = unsigned(content.length);
            out.write(0x80 | length.length);
            out.writeBytes(length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] unsigned(int value) {
        byte[] bytes = BigInteger.valueOf(value).toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] bool(boolean value) {
        return tagged(0x01, new byte[] {(byte) (value ? 0xFF : 0)});
    }

    static byte[] octets(byte[] value) {
        return tagged(0x04, value);
    }

    static byte[] bits(byte[] value) {
        return tagged(0x03, new byte[] {0}, value);
    }

    static byte[] time(Instant time) {
        return tagged(0x18, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier. */
    static byte[] oid(int first, int second, int... arcs) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(first * 40 + second);
        for (int arc : arcs) {
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >> shift > 0) {
                    out.write(0x80 | arc >> shift);
                }
            }
            out.write(arc & 0x7F);
        }
        return tagged(0x06, out.toByteArray());
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
