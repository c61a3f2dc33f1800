package dev.topoxy.core.arrival;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.AbstractSniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Reads the name that a client asks for out of its first TLS message, and hands over to the TLS that fits it. */
final class NameLookup extends AbstractSniHandler<SslContext> {

    /** Far more than any client says, and no more than one record. */
    static final int MAX_CLIENT_HELLO_BYTES = 16 * 1024;

    private final Arrival arrival;

    NameLookup(Arrival arrival) {
        super(MAX_CLIENT_HELLO_BYTES, 0);
        this.arrival = arrival;
    }

    @Override
    protected Future<SslContext> lookup(ChannelHandlerContext ctx, @Nullable String hostname) {
        return arrival.contextFor(hostname)
                .map(context -> ctx.executor().newSucceededFuture(context))
                .orElseGet(() -> ctx.executor().newFailedFuture(new IllegalArgumentException("no such name")));
    }

    @Override
    protected void onLookupComplete(ChannelHandlerContext ctx, @Nullable String hostname, Future<SslContext> found) {
        if (found.isSuccess()) {
            SslHandler tls = found.getNow().newHandler(ctx.alloc());
            // The time for all of the arrival runs already.
            tls.setHandshakeTimeoutMillis(0);
            ctx.pipeline().replace(this, null, tls);
        }
    }
}
