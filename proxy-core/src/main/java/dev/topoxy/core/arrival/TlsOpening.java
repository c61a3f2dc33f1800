package dev.topoxy.core.arrival;

import dev.topoxy.core.event.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Lets a TLS handshake begin, and nothing else: not every peer's bytes are fit for an error message of the TLS code. */
final class TlsOpening extends ByteToMessageDecoder {

    private final Arrival arrival;

    TlsOpening(Arrival arrival) {
        this.arrival = arrival;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (FirstBytes.areTls(in)) {
            ctx.pipeline().addAfter(ctx.name(), null, new NameLookup(arrival));
            ctx.pipeline().remove(this);
        } else {
            String reason = FirstBytes.insteadOfTls(in);
            in.skipBytes(in.readableBytes());
            arrival.close(CloseReason.Kind.NOT_TLS, reason);
        }
    }
}
