package dev.topoxy.core.session;

import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.Side;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a client does before its broker is connected. Reads once, to know that the client speaks. Though the
 * channel is not to be read any more until the broker is there, the native transport reads once the peer has ended its
 * side: bytes that nobody took then would be lost, and the end unnoticed. Takes no more than the socket's receive buffer
 * holds. Runs on the channel's event loop.
 */
final class EarlyInput extends ChannelInboundHandlerAdapter {

    private final Session session;
    private final ArrayDeque<ByteBuf> bytes = new ArrayDeque<>(0);
    private @Nullable ChannelHandlerContext context;
    private boolean ended;

    EarlyInput(Session session) {
        this.session = session;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        bytes.addLast((ByteBuf) message);
        session.spoken();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS) {
            ended = true;
            if (bytes.isEmpty()) {
                session.close(new CloseReason(CloseReason.Kind.CLIENT_CLOSED, "the client left without a request"));
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        session.failed(cause, Side.CLIENT);
    }

    /** Lets the handlers behind this one have it all, and leaves the pipeline. */
    void handOver() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            return;
        }
        for (ByteBuf next = bytes.pollFirst(); next != null; next = bytes.pollFirst()) {
            ctx.fireChannelRead(next);
        }
        ctx.fireChannelReadComplete();
        if (ended) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        if (!ctx.isRemoved()) {
            ctx.pipeline().remove(this);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        context = null;
        for (ByteBuf next = bytes.pollFirst(); next != null; next = bytes.pollFirst()) {
            next.release();
        }
    }
}
