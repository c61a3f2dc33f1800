package dev.topoxy.core.address;

import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/** A response as kafka-clients writes and reads it. */
record SampleResponse(short version, ApiMessage body, List<RawTaggedField> headerTags) {

    static final int CORRELATION_ID = 0x0badcafe;

    byte[] frame() {
        ResponseHeaderData header = new ResponseHeaderData().setCorrelationId(CORRELATION_ID);
        short headerVersion = ApiKeys.forId(body.apiKey()).responseHeaderVersion(version);
        if (headerVersion >= 1) {
            header.unknownTaggedFields().addAll(headerTags);
        }
        byte[] head = bytes(header, headerVersion);
        byte[] tail = bytes(body, version);
        return ByteBuffer.allocate(4 + head.length + tail.length)
                .putInt(head.length + tail.length)
                .put(head)
                .put(tail)
                .array();
    }

    /** Reads a whole frame, and fails where its size is not that of its content. */
    static SampleResponse read(byte[] frame, short version, ApiMessage into) {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        int size = bytes.getInt();
        if (size != bytes.remaining()) {
            throw new AssertionError("size field " + size + " for " + bytes.remaining() + " bytes");
        }
        ResponseHeaderData header = new ResponseHeaderData();
        header.read(new ByteBufferAccessor(bytes), ApiKeys.forId(into.apiKey()).responseHeaderVersion(version));
        if (header.correlationId() != CORRELATION_ID) {
            throw new AssertionError("correlation id " + header.correlationId());
        }
        into.read(new ByteBufferAccessor(bytes), version);
        if (bytes.hasRemaining()) {
            throw new AssertionError(bytes.remaining() + " bytes left over");
        }
        return new SampleResponse(version, into, new ArrayList<>(header.unknownTaggedFields()));
    }

    static SampleResponse read(byte[] frame, SampleResponse like) {
        return read(frame, like.version, like.emptyBody());
    }

    /** A deep copy, by way of the wire. */
    SampleResponse copy() {
        return read(frame(), this);
    }

    private ApiMessage emptyBody() {
        return ApiKeys.forId(body.apiKey()).messageType.newResponse();
    }

    private static byte[] bytes(Message message, short version) {
        ByteBuffer buffer = MessageUtil.toByteBufferAccessor(message, version).buffer();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return body.getClass().getSimpleName() + " v" + version + " "
                + ByteBufUtil.hexDump(frame(), 0, Math.min(frame().length, 16));
    }
}
