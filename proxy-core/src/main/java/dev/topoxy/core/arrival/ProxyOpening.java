package dev.topoxy.core.arrival;

import dev.topoxy.core.event.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.ProtocolDetectionState;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import java.util.List;

/**
 * Finds out from the first bytes whether a PROXY header comes, and makes room for its decoder or for what follows. The
 * bytes go on as they came.
 */
final class ProxyOpening extends ByteToMessageDecoder {

    /** A header may carry so many bytes of additions; 4 KiB hold any certificate's names. */
    private static final int MAX_ADDITIONS = 4096;

    private final Arrival arrival;
    private final boolean required;

    ProxyOpening(Arrival arrival, boolean required) {
        this.arrival = arrival;
        this.required = required;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        ProtocolDetectionState state = HAProxyMessageDecoder.detectProtocol(in).state();
        if (state == ProtocolDetectionState.NEEDS_MORE_DATA) {
            return;
        }
        if (state == ProtocolDetectionState.DETECTED) {
            ctx.pipeline().addAfter(ctx.name(), null, new HAProxyMessageDecoder(MAX_ADDITIONS, true));
            ctx.pipeline().remove(this);
        } else if (required) {
            in.skipBytes(in.readableBytes());
            arrival.close(
                    CloseReason.Kind.BAD_PROXY_HEADER, "no PROXY protocol header came, but proxy.protocol is required");
        } else {
            arrival.headerRead();
            ctx.pipeline().remove(this);
        }
    }
}
