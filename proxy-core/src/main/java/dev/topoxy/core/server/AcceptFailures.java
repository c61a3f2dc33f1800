package dev.topoxy.core.server;

import dev.topoxy.core.log.RateLimitedLog;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/**
 * Last in a listener's pipeline: says that connections cannot be accepted, most likely for want of file descriptors.
 * Netty's own handler before this one tries again after a second.
 */
final class AcceptFailures extends ChannelInboundHandlerAdapter {

    private static final RateLimitedLog log =
            new RateLimitedLog(LoggerFactory.getLogger(AcceptFailures.class), Duration.ofSeconds(10));

    private final String clusterName;

    AcceptFailures(String clusterName) {
        this.clusterName = clusterName;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        log.warn(
                clusterName,
                "Cluster {}: clients cannot be accepted for now at {}: {}: where it is file descriptors, raise ulimit -n"
                        + " (LimitNOFILE of systemd), or keep below it by limits.max.connections",
                clusterName,
                ctx.channel().localAddress(),
                String.valueOf(cause.getMessage()));
    }
}
