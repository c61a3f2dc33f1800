package dev.topoxy.core.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Map;

/** How sockets are driven: natively where the platform has it. */
enum Transport {
    EPOLL {
        @Override
        ServerChannel newServerChannel() {
            return new EpollServerSocketChannel();
        }

        @Override
        Channel newChannel() {
            return new EpollSocketChannel();
        }

        @Override
        IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Map<ChannelOption<Integer>, Integer> options(TcpTimeouts timeouts, Duration userTimeout) {
            return Map.of(
                    EpollChannelOption.TCP_KEEPIDLE, seconds(timeouts.keepAliveIdle()),
                    EpollChannelOption.TCP_KEEPINTVL, seconds(timeouts.keepAliveInterval()),
                    EpollChannelOption.TCP_KEEPCNT, timeouts.keepAliveCount(),
                    EpollChannelOption.TCP_USER_TIMEOUT, Math.toIntExact(userTimeout.toMillis()));
        }
    },
    NIO {
        @Override
        ServerChannel newServerChannel() {
            return new NioServerSocketChannel();
        }

        @Override
        Channel newChannel() {
            return new NioSocketChannel();
        }

        @Override
        IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        Map<ChannelOption<Integer>, Integer> options(TcpTimeouts timeouts, Duration userTimeout) {
            return Map.of();
        }
    };

    private static final String SELECTOR_PROVIDER = "java.nio.channels.spi.SelectorProvider";

    abstract ServerChannel newServerChannel();

    abstract Channel newChannel();

    abstract IoHandlerFactory ioHandlers();

    /** What makes sockets notice a dead peer, where the platform lets it be chosen. */
    abstract Map<ChannelOption<Integer>, Integer> options(TcpTimeouts timeouts, Duration userTimeout);

    private static int seconds(Duration duration) {
        return Math.toIntExact(duration.plusMillis(999).toSeconds());
    }

    private static Transport best() {
        nameSelectorProvider();
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** The best one, its classes loaded by opening a socket that is closed again. */
    static Transport ready() {
        Transport best = best();
        try {
            best.newServerChannel().unsafe().closeForcibly();
        } catch (ChannelException e) {
            // Whoever binds finds the same, and tells it.
        }
        return best;
    }

    /**
     * Netty's epoll opens one of Java's own selectors when it loads, for which Java would look into every jar for another
     * provider first: a twentieth of the start.
     */
    private static void nameSelectorProvider() {
        try {
            String provider = Class.forName("sun.nio.ch.EPollSelectorProvider").getName();
            if (System.getProperty(SELECTOR_PROVIDER) == null) {
                System.setProperty(SELECTOR_PROVIDER, provider);
            }
        } catch (ClassNotFoundException e) {
            // Not Linux, or a Java that calls it otherwise.
        }
    }

    EventLoopGroup eventLoops(int threads) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("relay"), ioHandlers());
    }
}
