package dev.topoxy.core.session;

import dev.topoxy.core.frame.Framer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Closes a client's connection so that what was written last arrives. To close a socket with bytes unread makes the
 * kernel reset the connection and drop what it has not sent yet: so the client is told of the end, and what it still
 * sends is thrown away until it has ended as well.
 */
final class Farewell extends ChannelInboundHandlerAdapter {

    private static final int LIMIT_SECONDS = 5;

    private Farewell() {}

    /** Everything that is to reach the client must have been written out. */
    static void say(Channel client) {
        boolean listening = client instanceof DuplexChannel duplex && client.isActive() && !duplex.isInputShutdown();
        if (!listening || client.pipeline().get(Framer.class) == null) {
            client.close();
            return;
        }
        client.pipeline().replace(Framer.class, "farewell", new Farewell());
        SslHandler tls = client.pipeline().get(SslHandler.class);
        if (tls == null) {
            ((DuplexChannel) client).shutdownOutput();
        } else {
            tls.closeOutbound().addListener(told -> ((DuplexChannel) client).shutdownOutput());
        }
        client.config().setAutoRead(true);
        Future<?> limit = client.eventLoop().schedule(() -> client.close(), LIMIT_SECONDS, TimeUnit.SECONDS);
        client.closeFuture().addListener(closed -> limit.cancel(false));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        // Nobody behind this handler takes part any more.
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        // As above.
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS) {
            ctx.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
