package dev.topoxy.core.arrival;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells from the first bytes of a connection what a client speaks, so that a wrong port can be told in words. */
public final class FirstBytes {

    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_MAJOR = 3;
    /** The tag of a GSS-API token. Source: RFC 2743, 3.1. */
    private static final int GSS_TOKEN = 0x60;

    private static final int LONGEST = 12;
    private static final Pattern HTTP = Pattern.compile("(GET|POST|PUT|HEAD|OPTIONS|DELETE|CONNECT|PATCH|PRI) .*");
    private static final String PROXY_V2 = "\r\n\r\n\0\r\nQUIT\n";

    private FirstBytes() {}

    /** Whether a TLS handshake begins so. */
    static boolean areTls(ByteBuf bytes) {
        return bytes.isReadable() && bytes.getUnsignedByte(bytes.readerIndex()) == TLS_HANDSHAKE;
    }

    /** What came where a plain Kafka request was due; empty if it may be one. At least five bytes are looked at. */
    public static Optional<String> foreignToKafka(ByteBuf bytes, int index) {
        String text = text(bytes, index);
        if (text.charAt(0) == TLS_HANDSHAKE && text.charAt(1) == TLS_MAJOR) {
            return Optional.of("a TLS handshake came, but this port is plain: set security.protocol to PLAINTEXT or"
                    + " SASL_PLAINTEXT in the client, or tls in the proxy");
        }
        if (text.startsWith("PROXY ") || text.startsWith(PROXY_V2.substring(0, text.length()))) {
            return Optional.of("a PROXY protocol header came, but none is expected: set proxy.protocol, and"
                    + " proxy.protocol.trusted to who may send one");
        }
        if (text.charAt(0) == 0 && text.charAt(4) == GSS_TOKEN) {
            return Optional.of(
                    "a Kerberos token came outside of a Kafka request, as clients before Kafka 0.10 send it: use"
                            + " a client of Kafka 1.0 or later");
        }
        return HTTP.matcher(text).matches()
                ? Optional.of("an HTTP request came, but this port speaks the Kafka protocol")
                : Optional.empty();
    }

    /** What came where a TLS handshake was due. */
    static String insteadOfTls(ByteBuf bytes) {
        String text = text(bytes, bytes.readerIndex());
        String came;
        if (HTTP.matcher(text).matches()) {
            came = "a plain HTTP request";
        } else if (text.startsWith("PROXY ") || text.startsWith(PROXY_V2.substring(0, text.length()))) {
            return "a PROXY protocol header came, but none is expected: set proxy.protocol, and"
                    + " proxy.protocol.trusted to who may send one";
        } else if (text.charAt(0) == 0) {
            came = "a plain Kafka request";
        } else {
            came = "something that is neither TLS nor Kafka";
        }
        return came + " came, but this port expects TLS: set security.protocol to SSL or SASL_SSL in the client";
    }

    private static String text(ByteBuf bytes, int index) {
        int length = Math.min(LONGEST, bytes.writerIndex() - index);
        return bytes.toString(index, length, StandardCharsets.ISO_8859_1);
    }
}
