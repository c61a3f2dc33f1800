package dev.topoxy.core.upstream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;

/** Tells that a broker sends no more, of which the TLS code takes no notice. */
final class InputEnd extends ChannelInboundHandlerAdapter {

    private final Runnable ended;

    InputEnd(Runnable ended) {
        this.ended = ended;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            ended.run();
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ended.run();
        ctx.fireChannelInactive();
    }
}
