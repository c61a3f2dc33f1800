package dev.topoxy.core.server;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** How sockets are driven: natively where the platform has it. */
enum Transport {
    EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class) {
        @Override
        IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }
    },
    NIO(NioServerSocketChannel.class, NioSocketChannel.class) {
        @Override
        IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }
    };

    final Class<? extends ServerChannel> serverChannel;
    final Class<? extends Channel> channel;

    Transport(Class<? extends ServerChannel> serverChannel, Class<? extends Channel> channel) {
        this.serverChannel = serverChannel;
        this.channel = channel;
    }

    abstract IoHandlerFactory ioHandlers();

    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    EventLoopGroup eventLoops(int threads) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("relay"), ioHandlers());
    }
}
