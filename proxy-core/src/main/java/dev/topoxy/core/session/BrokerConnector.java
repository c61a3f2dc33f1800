package dev.topoxy.core.session;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.upstream.UpstreamException;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Opens connections to brokers. Every address of every candidate is tried in turn, names looked up anew each time and
 * away from the event loop. Channels are handed over before anything is read from them.
 */
public final class BrokerConnector {

    /**
     * What a connection needs once it stands, before it is used: tells how long a login holds; its failure says what is
     * wrong.
     */
    @FunctionalInterface
    interface Preparation {
        CompletableFuture<Optional<Duration>> of(Channel channel, HostPort address);
    }

    private static final CloseOnFailure UNTIL_READY = new CloseOnFailure();

    private final Bootstrap template;
    private final Executor lookups;

    /**
     * An open connection, ready for requests.
     *
     * @param address the candidate it was opened for
     * @param loginHolds how long the proxy's login holds, where that is limited
     */
    record Connected(Channel channel, HostPort address, Optional<Duration> loginHolds) {}

    /**
     * @param tcpOptions options of the channel type for what the kernel does
     * @param lookups runs name look-ups, which may block for seconds
     */
    public BrokerConnector(
            ChannelFactory<Channel> channels,
            ByteBufAllocator allocator,
            Duration connectTimeout,
            Map<ChannelOption<Integer>, Integer> tcpOptions,
            Executor lookups) {
        this.lookups = lookups;
        Bootstrap bootstrap = new Bootstrap()
                .channelFactory(channels)
                .option(ChannelOption.ALLOCATOR, allocator)
                .option(ChannelOption.RECVBUF_ALLOCATOR, SocketBuffers.reads())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, SocketBuffers.WRITE_WATER_MARK)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(connectTimeout.toMillis()))
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .handler(UNTIL_READY);
        tcpOptions.forEach(bootstrap::option);
        template = bootstrap;
    }

    /**
     * Connects to the first candidate that accepts and can be made ready.
     *
     * @param listener told of each address, or host name, that led nowhere
     * @param preparation done on each connection that stands; its time is limited by itself
     * @param wanted asked before each attempt whether the connection is still wanted
     * @return completed on the event loop; its failure's message says what was tried and how each attempt ended
     */
    CompletableFuture<Connected> connect(
            EventLoop eventLoop,
            List<HostPort> candidates,
            RelayListener listener,
            Preparation preparation,
            BooleanSupplier wanted) {
        Attempts attempts = new Attempts(eventLoop, new ArrayDeque<>(candidates), listener, preparation, wanted);
        attempts.nextCandidate();
        return attempts.result;
    }

    /** Closes a channel on which something goes wrong; stays until others look after it. */
    @Sharable
    private static final class CloseOnFailure extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    private final class Attempts {

        private final EventLoop eventLoop;
        private final ArrayDeque<HostPort> candidates;
        private final ArrayDeque<InetAddress> addresses = new ArrayDeque<>();
        private final RelayListener listener;
        private final Preparation preparation;
        private final BooleanSupplier wanted;
        private final List<String> failures = new ArrayList<>();
        private final CompletableFuture<Connected> result = new CompletableFuture<>();

        Attempts(
                EventLoop eventLoop,
                ArrayDeque<HostPort> candidates,
                RelayListener listener,
                Preparation preparation,
                BooleanSupplier wanted) {
            this.eventLoop = eventLoop;
            this.candidates = candidates;
            this.listener = listener;
            this.preparation = preparation;
            this.wanted = wanted;
        }

        void nextCandidate() {
            HostPort candidate = candidates.pollFirst();
            if (candidate == null || !wanted.getAsBoolean()) {
                result.completeExceptionally(
                        new BrokerUnreachableException("no broker reachable: " + String.join("; ", failures)));
                return;
            }
            byte[] literal = NetUtil.createByteArrayFromIpAddressString(candidate.host());
            if (literal != null) {
                addresses.add(addressOf(literal));
                nextAddress(candidate);
                return;
            }
            CompletableFuture.supplyAsync(() -> lookUp(candidate), lookups)
                    .whenCompleteAsync(
                            (found, failure) -> {
                                if (failure == null) {
                                    addresses.addAll(found);
                                } else {
                                    failed(candidate + ": lookup failed");
                                }
                                nextAddress(candidate);
                            },
                            eventLoop);
        }

        private void failed(String attempt) {
            failures.add(attempt);
            listener.brokerConnectFailed();
        }

        private static InetAddress addressOf(byte[] literal) {
            try {
                return InetAddress.getByAddress(literal);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("neither 4 nor 16 bytes", e);
            }
        }

        private List<InetAddress> lookUp(HostPort candidate) {
            try {
                return List.of(InetAddress.getAllByName(candidate.host()));
            } catch (UnknownHostException e) {
                failed(candidate + ": unknown host");
                return List.of();
            }
        }

        private void nextAddress(HostPort candidate) {
            InetAddress address = addresses.pollFirst();
            if (address == null) {
                nextCandidate();
                return;
            }
            ChannelFuture connecting =
                    template.clone(eventLoop).connect(new InetSocketAddress(address, candidate.port()));
            connecting.addListener((ChannelFutureListener) connected -> {
                if (eventLoop.inEventLoop()) {
                    ended(candidate, connected);
                } else {
                    // Where no socket could be made at all, Netty tells it on a thread of its own.
                    eventLoop.execute(() -> ended(candidate, connected));
                }
            });
        }

        private void ended(HostPort candidate, ChannelFuture connecting) {
            if (connecting.isSuccess()) {
                prepare(connecting.channel(), candidate);
            } else {
                failed(candidate + ": " + innermost(connecting.cause()).getMessage());
                nextAddress(candidate);
            }
        }

        private static Throwable innermost(Throwable failure) {
            boolean wrapper = failure instanceof ChannelException || failure instanceof ReflectiveOperationException;
            return wrapper && failure.getCause() != null ? innermost(failure.getCause()) : failure;
        }

        private void prepare(Channel channel, HostPort candidate) {
            preparation.of(channel, candidate).whenComplete((loginHolds, failure) -> {
                if (failure == null) {
                    // One that has closed meanwhile has no handlers any more.
                    if (channel.pipeline().get(CloseOnFailure.class) != null) {
                        channel.pipeline().remove(CloseOnFailure.class);
                    }
                    result.complete(new Connected(channel, candidate, loginHolds));
                } else {
                    channel.close();
                    failed(candidate + ": " + UpstreamException.reasonOf(failure));
                    nextAddress(candidate);
                }
            });
        }
    }
}
