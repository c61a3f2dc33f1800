package dev.topoxy.core.support;

import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/** Frames as bytes, size field included. */
public final class Frames {

    /** An API key that nobody has. */
    public static final int UNKNOWN_API = 3000;

    private Frames() {}

    /** A request of which only the fixed part of the header means anything. */
    public static byte[] opaqueRequest(int apiKey, int version, int correlationId, int bodyBytes) {
        return ByteBuffer.allocate(12 + bodyBytes)
                .putInt(8 + bodyBytes)
                .putShort((short) apiKey)
                .putShort((short) version)
                .putInt(correlationId)
                .put(noise(correlationId, bodyBytes))
                .array();
    }

    /** A response of which only the correlation id means anything. */
    public static byte[] opaqueResponse(int correlationId, int bodyBytes) {
        return ByteBuffer.allocate(8 + bodyBytes)
                .putInt(4 + bodyBytes)
                .putInt(correlationId)
                .put(noise(correlationId, bodyBytes))
                .array();
    }

    public static byte[] request(int version, int correlationId, ApiMessage body) {
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(body.apiKey())
                .setRequestApiVersion((short) version)
                .setCorrelationId(correlationId)
                .setClientId("tester");
        return take(Messages.requestFrame(UnpooledByteBufAllocator.DEFAULT, header, body));
    }

    public static byte[] response(int version, int correlationId, ApiMessage body) {
        return take(Messages.responseFrame(
                UnpooledByteBufAllocator.DEFAULT, ApiKeys.forId(body.apiKey()), (short) version, correlationId, body));
    }

    /** A response of the same class as {@code kind}. */
    @SuppressWarnings("unchecked")
    public static <R extends ApiMessage> R readResponse(R kind, int version, byte[] frame) {
        return (R) Messages.readResponse(
                ApiKeys.forId(kind.apiKey()), (short) version, Unpooled.wrappedBuffer(frame, 4, frame.length - 4));
    }

    /** The body of a request whose header this class or a filter wrote. */
    public static <Q extends ApiMessage> Q readRequest(Q into, byte[] frame) {
        ByteBuf bytes = Unpooled.wrappedBuffer(frame, 4, frame.length - 4);
        short version = bytes.getShort(2);
        Messages.read(
                new RequestHeaderData(), bytes, ApiKeys.forId(into.apiKey()).requestHeaderVersion(version));
        return Messages.read(into, bytes, version);
    }

    public static int correlationId(byte[] response) {
        return ByteBuffer.wrap(response).getInt(4);
    }

    public static byte[] concat(byte[]... parts) {
        return take(Unpooled.wrappedBuffer(parts));
    }

    private static byte[] noise(int seed, int count) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] take(ByteBuf buffer) {
        try {
            return ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }
}
