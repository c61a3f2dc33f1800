package dev.topoxy.core.session;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;

/** Last in the pipeline of either side: tells the relay what happens to the channel besides bytes. */
final class SideHandler extends ChannelInboundHandlerAdapter {

    /** What happens to a channel. */
    interface Events {
        /** The peer has sent its last byte; it may still read. */
        void inputEnded();

        void writabilityChanged(boolean writable);

        /** All that was read in one go has been dealt with. */
        void readComplete();

        /** The channel is closed, by whomever. */
        void closed();

        void failed(Throwable cause);
    }

    private final Events events;

    SideHandler(Events events) {
        this.events = events;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS) {
            events.inputEnded();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        events.writabilityChanged(ctx.channel().isWritable());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        events.readComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        events.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        events.failed(cause);
    }
}
