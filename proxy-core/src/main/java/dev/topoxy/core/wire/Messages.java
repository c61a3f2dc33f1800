package dev.topoxy.core.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** Messages of kafka-clients in and out of Netty buffers, frame by frame. */
public final class Messages {

    private Messages() {}

    /** Loads Kafka's list of APIs, a thousand classes; only the first call takes time. */
    public static void load() {
        ApiKeys.API_VERSIONS.latestVersion();
    }

    /**
     * Loads what the first ApiVersions needs nothing of, so that no event loop waits for it later: Kafka's list of errors
     * makes a lambda and an exception class of each.
     */
    public static void loadErrors() {
        Errors.forCode(ErrorCodes.NONE);
    }

    /**
     * Decodes a message from the buffer's readable bytes and moves the reader index behind it. The buffer stays the
     * caller's; the message holds no reference to it.
     *
     * @throws MalformedFrameException if the bytes are no such message
     */
    public static <M extends Message> M read(M message, ByteBuf from, short version) {
        ByteBuffer bytes = from.nioBuffer();
        try {
            message.read(new ByteBufferAccessor(bytes), version);
        } catch (RuntimeException e) {
            throw new MalformedFrameException(
                    "not a " + message.getClass().getSimpleName() + " v" + version + ": " + e.getMessage(), e);
        }
        from.skipBytes(bytes.position());
        return message;
    }

    /** A whole request frame, size field included; the caller owns it. */
    public static ByteBuf requestFrame(ByteBufAllocator allocator, RequestHeaderData header, ApiMessage body) {
        ApiKeys api = ApiKeys.forId(header.requestApiKey());
        short version = header.requestApiVersion();
        return frame(allocator, header, api.requestHeaderVersion(version), body, version);
    }

    /**
     * Decodes a response with its header from the buffer's readable bytes, which begin behind the size field. The buffer
     * stays the caller's.
     */
    public static ApiMessage readResponse(ApiKeys api, short version, ByteBuf from) {
        read(new ResponseHeaderData(), from, api.responseHeaderVersion(version));
        if (api == ApiKeys.API_VERSIONS && from.readableBytes() >= Short.BYTES) {
            return read(
                    api.messageType.newResponse(), from, apiVersionsBody(from.getShort(from.readerIndex()), version));
        }
        return read(api.messageType.newResponse(), from, version);
    }

    /**
     * A broker refuses an ApiVersions version that it does not know in the form of version 0, as the one form that
     * every client can read (KIP-35).
     */
    private static short apiVersionsBody(short errorCode, short version) {
        return errorCode == ErrorCodes.UNSUPPORTED_VERSION ? 0 : version;
    }

    /** A whole response frame, size field included; the caller owns it. */
    public static ByteBuf responseFrame(
            ByteBufAllocator allocator, ApiKeys api, short version, int correlationId, ApiMessage body) {
        if (body instanceof ApiVersionsResponseData apiVersions) {
            version = apiVersionsBody(apiVersions.errorCode(), version);
        }
        ResponseHeaderData header = new ResponseHeaderData().setCorrelationId(correlationId);
        return frame(allocator, header, api.responseHeaderVersion(version), body, version);
    }

    private static ByteBuf frame(
            ByteBufAllocator allocator, Message header, short headerVersion, Message body, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        int size = header.size(cache, headerVersion) + body.size(cache, version);
        ByteBuf frame = allocator.directBuffer(Integer.BYTES + size, Integer.BYTES + size);
        try {
            frame.writeInt(size);
            ByteBufferAccessor writable = new ByteBufferAccessor(frame.nioBuffer(Integer.BYTES, size));
            header.write(writable, cache, headerVersion);
            body.write(writable, cache, version);
            frame.writerIndex(Integer.BYTES + size);
            return frame;
        } catch (RuntimeException e) {
            frame.release();
            throw e;
        }
    }
}
