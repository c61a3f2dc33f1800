package dev.topoxy.app.admin;

import dev.topoxy.core.log.LogText;
import dev.topoxy.core.log.RateLimitedLog;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a connection a limited time for its TLS handshake and first whole request, and for each later request once it
 * has begun. Who does not keep to it, or speaks something else, is closed with one line in the log; who says nothing at
 * all is closed without. Stands behind TLS; runs on the channel's event loop.
 */
final class Newcomer extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(Newcomer.class);

    /** What may be wrong with a connection; of each kind one line is written for some seconds. */
    enum Fault {
        WRONG_PROTOCOL,
        TOO_SLOW,
        HANDSHAKE_FAILED
    }

    private final Duration patience;
    private final RateLimitedLog warnings;
    private boolean spoke;
    private boolean handshakeDue;
    private boolean refused;
    private @Nullable ScheduledFuture<?> timer;
    private @Nullable ChannelHandlerContext context;

    /**
     * @param secured whether a TLS handshake comes first
     * @param warnings where the lines go
     */
    Newcomer(Duration patience, boolean secured, RateLimitedLog warnings) {
        this.patience = patience;
        this.handshakeDue = secured;
        this.warnings = warnings;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        startTimer(ctx);
    }

    private void startTimer(ChannelHandlerContext ctx) {
        timer = ctx.executor().schedule(() -> timeOut(ctx), patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void timeOut(ChannelHandlerContext ctx) {
        if (spoke) {
            refuse(
                    Fault.TOO_SLOW,
                    "no whole " + (handshakeDue ? "TLS handshake" : "request") + " came within handshake.timeout.ms of "
                            + patience.toMillis());
        }
        ctx.close();
    }

    /** The first byte has come. */
    void spoke() {
        spoke = true;
    }

    /** A whole request has come. */
    void requestRead() {
        stopTimer();
    }

    /** Says what is wrong with the connection, unless something was said of it before, and closes it. */
    void refuse(Fault fault, String reason) {
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            complain(fault, reason);
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Says what is wrong with the connection, which whoever calls is about to close. */
    void complain(Fault fault, String reason) {
        stopTimer();
        if (!refused && context != null && context.channel().remoteAddress() instanceof InetSocketAddress address) {
            warnings.warn(
                    fault + address.getHostString(),
                    "Connection from {} to the admin port refused: {}",
                    address,
                    reason);
        }
        refused = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
        spoke = true;
        if (timer == null && !refused) {
            startTimer(ctx);
        }
        ctx.fireChannelRead(bytes);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            handshakeDue = false;
            if (!handshake.isSuccess()) {
                failed(ctx, handshake.cause());
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failed(ctx, cause);
    }

    private void failed(ChannelHandlerContext ctx, Throwable thrown) {
        Throwable cause = thrown.getCause() instanceof SSLException within ? within : thrown;
        if (cause instanceof SSLException || cause instanceof TooLongFrameException) {
            refuse(Fault.HANDSHAKE_FAILED, "its TLS handshake failed: " + LogText.quoted(cause.getMessage()));
        } else {
            log.debug(
                    "Connection from {} to the admin port ended: {}",
                    ctx.channel().remoteAddress(),
                    cause.toString());
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        stopTimer();
        ctx.fireChannelInactive();
    }
}
