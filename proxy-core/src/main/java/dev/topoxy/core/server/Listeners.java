package dev.topoxy.core.server;

import dev.topoxy.core.address.HostPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/** The sockets through which one cluster's clients come in. Only the thread that starts and stops the proxy uses it. */
final class Listeners implements AutoCloseable {

    private final String cluster;
    private final String host;
    private final List<Channel> bound = new ArrayList<>();

    Listeners(String cluster, String host) {
        this.cluster = cluster;
        this.host = host;
    }

    /**
     * Binds all ports.
     *
     * @param receiver called on the event loop of each new client, with the port it came in through
     * @throws BindFailedException if one cannot be bound; those that are stay so until {@link #close}
     */
    void bindAll(ServerBootstrap template, List<Integer> ports, ObjIntConsumer<Channel> receiver)
            throws BindFailedException {
        Optional<Map.Entry<Integer, Throwable>> failure =
                bind(template, ports, receiver).entrySet().stream().findFirst();
        if (failure.isPresent()) {
            Throwable cause = failure.get().getValue();
            throw new BindFailedException(
                    cannotListen(failure.get().getKey()) + cause.getMessage()
                            + ": free it, or set listen or brokers.ports to what is free",
                    cause);
        }
    }

    /** Binds those of the ports that nobody else has, and returns the others. */
    List<Integer> bindFree(ServerBootstrap template, List<Integer> ports, ObjIntConsumer<Channel> receiver)
            throws BindFailedException {
        return List.copyOf(bind(template, ports, receiver).keySet());
    }

    /** All at once, since each has to wait for an event loop; those that failed are returned with the reason. */
    private Map<Integer, Throwable> bind(
            ServerBootstrap template, List<Integer> ports, ObjIntConsumer<Channel> receiver)
            throws BindFailedException {
        Map<Integer, ChannelFuture> binding = new LinkedHashMap<>();
        for (int port : ports) {
            InetSocketAddress socket = new InetSocketAddress(host, port);
            if (socket.isUnresolved()) {
                throw new BindFailedException(
                        cannotListen(port) + "the host is unknown: set listen to an address of this machine", null);
            }
            ChannelInitializer<Channel> newcomers = new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel client) {
                    receiver.accept(client, port);
                }
            };
            binding.put(port, template.clone().childHandler(newcomers).bind(socket));
        }
        Map<Integer, Throwable> failures = new LinkedHashMap<>();
        binding.forEach((port, future) -> {
            if (future.awaitUninterruptibly().isSuccess()) {
                future.channel().pipeline().addLast(new AcceptFailures(cluster));
                bound.add(future.channel());
            } else {
                failures.put(port, future.cause());
            }
        });
        return failures;
    }

    private String cannotListen(int port) {
        return "cluster " + cluster + ": cannot listen on " + new HostPort(host, port) + ": ";
    }

    /** Accepts nobody any more; who came in stays. Returns when the ports are free. */
    @Override
    public void close() {
        bound.forEach(Channel::close);
        bound.forEach(listener -> listener.closeFuture().awaitUninterruptibly());
        bound.clear();
    }
}
