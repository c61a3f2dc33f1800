package dev.topoxy.core.address;

import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.jspecify.annotations.Nullable;

/** Gathers a small response, decodes it, has it changed and encodes it again. Its header stays as it came. */
final class GatheredRewriter<M extends ApiMessage> implements FrameRewriter {

    static final int MAX_FRAME_BYTES = 16 << 20;

    private final short version;
    private final short headerVersion;
    private final M message;
    private final Consumer<M> change;
    private final ByteBufAllocator allocator;

    private long bytesLeft = -1;
    private @Nullable ByteBuf gathered;

    /**
     * @param message an empty message, which is read into
     * @param change puts the clients' addresses into the message
     */
    GatheredRewriter(short version, M message, Consumer<M> change, ByteBufAllocator allocator) {
        this.version = version;
        this.headerVersion = ApiKeys.forId(message.apiKey()).responseHeaderVersion(version);
        this.message = message;
        this.change = change;
        this.allocator = allocator;
    }

    @Override
    public void rewrite(ByteBuf chunk, Consumer<ByteBuf> out) {
        ByteBuf answer;
        try {
            answer = process(chunk);
        } catch (RuntimeException e) {
            abandon();
            throw e;
        } finally {
            chunk.release();
        }
        if (answer != null) {
            out.accept(answer);
        }
    }

    @Override
    public void abandon() {
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
    }

    private @Nullable ByteBuf process(ByteBuf chunk) {
        if (bytesLeft < 0) {
            bytesLeft = ResponseFrame.totalBytes(chunk);
            if (bytesLeft > MAX_FRAME_BYTES) {
                throw new MalformedFrameException(message.getClass().getSimpleName() + " of " + bytesLeft
                        + " bytes; at most " + MAX_FRAME_BYTES + " are taken");
            }
        }
        ResponseFrame.checkWithin(chunk, bytesLeft);
        bytesLeft -= chunk.readableBytes();
        if (bytesLeft == 0 && gathered == null) {
            return answer(chunk);
        }
        if (gathered == null) {
            gathered = allocator.buffer(chunk.readableBytes());
        }
        gathered.writeBytes(chunk);
        if (bytesLeft > 0) {
            return null;
        }
        ByteBuf answer = answer(gathered);
        abandon();
        return answer;
    }

    /** Some of what kafka-clients reads it refuses to write. */
    private ByteBuf body() {
        try {
            return Unpooled.wrappedBuffer(
                    MessageUtil.toByteBufferAccessor(message, version).buffer());
        } catch (RuntimeException e) {
            throw new MalformedFrameException(
                    "a " + message.getClass().getSimpleName() + " v" + version + " that cannot be written again: "
                            + e.getMessage(),
                    e);
        }
    }

    private ByteBuf answer(ByteBuf frame) {
        int headerAt = frame.readerIndex() + Integer.BYTES;
        frame.skipBytes(Integer.BYTES);
        Messages.read(new ResponseHeaderData(), frame, headerVersion);
        int headerBytes = frame.readerIndex() - headerAt;
        Messages.read(message, frame, version);
        change.accept(message);
        ByteBuf body = body();
        int size = headerBytes + body.readableBytes() + frame.readableBytes();
        return allocator
                .buffer(Integer.BYTES + size)
                .writeInt(size)
                .writeBytes(frame, headerAt, headerBytes)
                .writeBytes(body)
                .writeBytes(frame);
    }
}
