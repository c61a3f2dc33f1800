package dev.topoxy.app.admin;

import dev.topoxy.app.config.AdminConfig;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.log.RateLimitedLog;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** The HTTP server of the admin port, on threads of its own: whatever is asked of it, the relay does not feel it. */
public final class AdminServer implements AutoCloseable {

    /** A group id may take 32 KiB, and each byte of it three in a path. */
    private static final int MOST_LINE_BYTES = 128 * 1024;

    private static final int MOST_HEADER_BYTES = 16 * 1024;
    private static final int MOST_BODY_BYTES = 16 * 1024;
    private static final int MOST_CONNECTIONS = 128;
    private static final int MOST_WAITING = 64;
    private static final int WORKERS = 2;
    private static final int IDLE_SECONDS = 60;

    private final EventLoopGroup eventLoop =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("admin", true), NioIoHandler.newFactory());
    private final ThreadPoolExecutor workers = new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            new DefaultThreadFactory("admin-worker", true));
    /** The listener and the connections. */
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    private final RateLimitedLog warnings =
            new RateLimitedLog(LoggerFactory.getLogger(AdminServer.class), Duration.ofSeconds(10));
    private final AdminPort port;
    private final Router router;

    private AdminServer(AdminPort port, Guard guard) {
        this.port = port;
        workers.allowCoreThreadTimeOut(true);
        router = new Router(guard, workers);
    }

    /**
     * Listens as configured.
     *
     * @throws IOException if it cannot; the message is complete for the user
     */
    static AdminServer start(AdminConfig config, AdminPort port, List<Route> routes) throws IOException {
        AdminServer server = new AdminServer(port, new Guard(config));
        server.router.add(routes);
        try {
            server.bind(port.address());
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private void bind(HostPort listen) throws IOException {
        InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
        if (address.isUnresolved()) {
            throw new IOException("the admin server cannot listen on " + listen
                    + ": the host is unknown: set admin.listen (--admin-listen) to an address of this machine");
        }
        ChannelFuture bound = new ServerBootstrap()
                .group(eventLoop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel client) {
                        accept(client);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "the admin server cannot listen on " + listen + ": "
                            + bound.cause().getMessage()
                            + ": free it, or set admin.listen (--admin-listen) to another address, or to none",
                    bound.cause());
        }
        channels.add(bound.channel());
    }

    private void accept(Channel client) {
        if (channels.size() > MOST_CONNECTIONS) {
            warnings.warn(
                    "full",
                    "The admin server has {} connections, and closes the one from {}",
                    MOST_CONNECTIONS,
                    client.remoteAddress());
            client.close();
            return;
        }
        channels.add(client);
        Newcomer newcomer = new Newcomer(port.patience(), port.tls().isPresent(), warnings);
        client.pipeline()
                .addLast(
                        new Opening(port.tls(), newcomer),
                        newcomer,
                        new IdleStateHandler(0, 0, IDLE_SECONDS),
                        new HttpServerCodec(MOST_LINE_BYTES, MOST_HEADER_BYTES, MOST_BODY_BYTES),
                        new HttpObjectAggregator(MOST_BODY_BYTES),
                        new Conversation(router, newcomer));
    }

    @Override
    public void close() {
        channels.close().awaitUninterruptibly();
        eventLoop.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
        workers.shutdownNow();
    }
}
