package dev.topoxy.core.frame;

import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of one direction into Kafka frames and hands each frame, chunk by chunk as it arrives, to the sink that
 * the {@link FrameRouter} chose when the frame began. Holds nothing itself but an incomplete header and, while paused,
 * what had been read before.
 *
 * <pre>
 * socket bytes -> [size | fixed header | rest] -> FrameRouter.frameStarts -> FrameSink.accept*
 * </pre>
 *
 * <p>Buffers come in owned and leave owned: a chunk that fills a whole read buffer is that buffer, uncopied. A size out
 * of bounds is a {@link MalformedFrameException} in the pipeline. Runs on the channel's event loop.
 */
public final class Framer extends ChannelInboundHandlerAdapter {

    /** Size, API key, API version, correlation id. */
    public static final int REQUEST_HEADER_BYTES = Integer.BYTES + Short.BYTES + Short.BYTES + Integer.BYTES;

    /** Size, correlation id. */
    public static final int RESPONSE_HEADER_BYTES = Integer.BYTES + Integer.BYTES;

    /** The size field counts in an int, and so does this class with the field itself included. */
    private static final int MAX_FRAME_BYTES = Integer.MAX_VALUE - Integer.BYTES;

    private final int headerBytes;
    private final int maxFrameBytes;
    private final String limitName;
    private final FrameRouter router;

    private @Nullable FrameSink sink;
    private int frameRemaining;
    private long readBytes;
    private boolean hadWholeFrame;
    private @Nullable ByteBuf partialHeader;
    private int framesBegun;
    private boolean paused;
    private boolean draining;
    private @Nullable ChannelHandlerContext context;
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(0);

    private Framer(int headerBytes, int maxFrameBytes, String limitName, FrameRouter router) {
        this.headerBytes = headerBytes;
        this.maxFrameBytes = maxFrameBytes;
        this.limitName = limitName;
        this.router = router;
    }

    /** For the client's side: a frame begins with size, API key, API version and correlation id. */
    public static Framer ofRequests(int maxFrameBytes, FrameRouter router) {
        int limit = Math.min(maxFrameBytes, MAX_FRAME_BYTES);
        return new Framer(REQUEST_HEADER_BYTES, limit, "socket.request.max.bytes", router);
    }

    /** For the broker's side: a frame begins with size and correlation id. */
    public static Framer ofResponses(FrameRouter router) {
        return new Framer(RESPONSE_HEADER_BYTES, MAX_FRAME_BYTES, "the largest possible frame", router);
    }

    /** Begins no further frame until {@link #resume()}; the frame under way still ends. */
    public void pause() {
        paused = true;
    }

    /** Goes on with what was read while paused; what is wrong with it is told to this framer's own pipeline. */
    public void resume() {
        paused = false;
        ChannelHandlerContext ctx = context;
        // Called from within the loop below when an answer is there at once: that loop then simply goes on.
        if (draining || ctx == null) {
            return;
        }
        try {
            drain();
        } catch (RuntimeException | Error e) {
            ctx.fireExceptionCaught(e);
        }
    }

    /** Whether a frame has begun and not ended. */
    public boolean withinFrame() {
        return sink != null;
    }

    /** Whether a frame has ever ended. */
    public boolean hadWholeFrame() {
        return hadWholeFrame;
    }

    /** How many bytes have come in since this was asked last. */
    public long takeReadBytes() {
        long bytes = readBytes;
        readBytes = 0;
        return bytes;
    }

    /** Whether some of a frame has been read and not all of it, be it only a part of its header. */
    public boolean amidFrame() {
        return sink != null || partialHeader != null;
    }

    /** How many frames have begun so far; may wrap around. */
    public int framesBegun() {
        return framesBegun;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        readBytes += in.readableBytes();
        waiting.addLast(in);
        if (!draining) {
            drain();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        router.readComplete();
        ctx.fireChannelReadComplete();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        context = null;
        if (sink != null) {
            FrameSink abandoned = sink;
            sink = null;
            abandoned.abandon();
        }
        if (partialHeader != null) {
            partialHeader.release();
            partialHeader = null;
        }
        if (!draining) {
            releaseWaiting();
        }
    }

    private void drain() {
        draining = true;
        try {
            while (!waiting.isEmpty() && isOpen() && mayGoOn()) {
                cut(waiting.removeFirst());
            }
        } finally {
            draining = false;
            if (!isOpen()) {
                releaseWaiting();
            }
        }
    }

    /** A sink may close the channel; nothing is routed any more from then on. */
    private boolean isOpen() {
        return context != null && context.channel().isOpen();
    }

    /** A pause takes effect between frames only. */
    private boolean mayGoOn() {
        return sink != null || !paused;
    }

    private void releaseWaiting() {
        for (ByteBuf in = waiting.pollFirst(); in != null; in = waiting.pollFirst()) {
            in.release();
        }
    }

    /** Routes the buffer's bytes; what a pause leaves over goes back to the front of the queue. */
    private void cut(ByteBuf in) {
        try {
            while (in.isReadable() && isOpen()) {
                if (!mayGoOn()) {
                    waiting.addFirst(in.retain());
                    return;
                }
                if (sink == null && !beginFrame(in)) {
                    continue;
                }
                if (in.readableBytes() <= frameRemaining) {
                    deliver(in.retain(), in.readableBytes());
                    return;
                }
                deliver(in.readRetainedSlice(frameRemaining), frameRemaining);
            }
        } finally {
            in.release();
        }
    }

    /** Begins the next frame; returns false where its header had to be taken out of {@code in}, or is not yet whole. */
    private boolean beginFrame(ByteBuf in) {
        if (partialHeader != null || in.readableBytes() < headerBytes) {
            gatherHeader(in);
            return false;
        }
        begin(in, in.readerIndex());
        return true;
    }

    /** Reads a header that is split over read buffers into a buffer of its own. */
    private void gatherHeader(ByteBuf in) {
        ByteBuf header = partialHeader;
        if (header == null) {
            header = in.alloc().buffer(headerBytes, headerBytes);
            partialHeader = header;
        }
        in.readBytes(header, Math.min(header.writableBytes(), in.readableBytes()));
        if (header.readableBytes() >= Integer.BYTES) {
            requireSaneSize(header.getInt(0));
        }
        if (!header.isWritable()) {
            begin(header, 0);
            partialHeader = null;
            deliver(header, headerBytes);
        }
    }

    private void begin(ByteBuf bytes, int index) {
        if (!hadWholeFrame) {
            router.opening(bytes, index);
        }
        int frameBytes = bytes.getInt(index);
        requireSaneSize(frameBytes);
        framesBegun++;
        sink = router.frameStarts(bytes, index, frameBytes);
        frameRemaining = Integer.BYTES + frameBytes;
    }

    private void requireSaneSize(int frameBytes) {
        if (frameBytes < headerBytes - Integer.BYTES) {
            throw new MalformedFrameException(
                    "frame size " + frameBytes + " is too small for a header of " + (headerBytes - Integer.BYTES));
        }
        if (frameBytes > maxFrameBytes) {
            throw new MalformedFrameException(
                    "frame size " + frameBytes + " exceeds " + limitName + " of " + maxFrameBytes);
        }
    }

    private void deliver(ByteBuf bytes, int count) {
        FrameSink current = sink;
        if (current == null) {
            bytes.release();
            return;
        }
        frameRemaining -= count;
        boolean last = frameRemaining == 0;
        if (last) {
            sink = null;
            hadWholeFrame = true;
        }
        try {
            current.accept(bytes, last);
        } catch (RuntimeException | Error e) {
            sink = null;
            current.abandon();
            throw e;
        }
    }
}
