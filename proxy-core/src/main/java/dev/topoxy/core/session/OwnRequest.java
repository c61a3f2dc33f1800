package dev.topoxy.core.session;

import dev.topoxy.core.frame.FrameSink;
import dev.topoxy.core.frame.GatheringSink;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/** A request that a filter sent on the client's broker connection, waiting for its response. */
final class OwnRequest implements ExpectedResponse {

    private final ApiKeys api;
    private final short version;
    private final int correlationId;
    private final ByteBufAllocator allocator;
    private final CompletableFuture<ApiMessage> response = new CompletableFuture<>();

    OwnRequest(ApiKeys api, short version, int correlationId, ByteBufAllocator allocator) {
        this.api = api;
        this.version = version;
        this.correlationId = correlationId;
        this.allocator = allocator;
    }

    CompletableFuture<ApiMessage> response() {
        return response;
    }

    @Override
    public int correlationId() {
        return correlationId;
    }

    @Override
    public FrameSink responseStarts(int frameBytes) {
        if (frameBytes > Session.MAX_GATHERED_RESPONSE_BYTES) {
            throw new MalformedFrameException(
                    "the broker's " + api + " response of " + frameBytes + " bytes is too large to be changed");
        }
        return new GatheringSink(allocator, Integer.BYTES + frameBytes, GatheringSink.Account.NONE, this::gathered);
    }

    private void gathered(ByteBuf frame) {
        ApiMessage message;
        try {
            frame.skipBytes(Integer.BYTES);
            message = Messages.readResponse(api, version, frame);
        } finally {
            frame.release();
        }
        response.complete(message);
    }

    @Override
    public void disconnected() {
        response.completeExceptionally(new DisconnectException("The connection ended before the broker answered."));
    }
}
