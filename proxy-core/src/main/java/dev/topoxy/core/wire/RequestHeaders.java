package dev.topoxy.core.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;

/** Request headers, read without an object per tagged field: a client may send any number of those. */
public final class RequestHeaders {

    private static final int FLEXIBLE = 2;

    private RequestHeaders() {}

    /**
     * Reads a request's header and moves the reader index behind it. Tagged fields, of which none is defined, are
     * skipped.
     *
     * @throws MalformedFrameException if the bytes are no such header
     */
    public static RequestHeaderData read(ApiKeys api, ByteBuf from) {
        try {
            short apiKey = from.readShort();
            short version = from.readShort();
            RequestHeaderData header = new RequestHeaderData()
                    .setRequestApiKey(apiKey)
                    .setRequestApiVersion(version)
                    .setCorrelationId(from.readInt());
            short length = from.readShort();
            header.setClientId(
                    length < 0
                            ? null
                            : from.readCharSequence(length, StandardCharsets.UTF_8)
                                    .toString());
            if (api.requestHeaderVersion(version) >= FLEXIBLE) {
                skipTaggedFields(from);
            }
            return header;
        } catch (IndexOutOfBoundsException e) {
            throw new MalformedFrameException("a " + api + " request that ends within its header", e);
        }
    }

    private static void skipTaggedFields(ByteBuf from) {
        for (int left = varint(from); left > 0; left--) {
            varint(from);
            from.skipBytes(varint(from));
        }
    }

    private static int varint(ByteBuf from) {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            byte next = from.readByte();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                if (value < 0) {
                    break;
                }
                return value;
            }
        }
        throw new MalformedFrameException("a number out of bounds in a request's header");
    }
}
