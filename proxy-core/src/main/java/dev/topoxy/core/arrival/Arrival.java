package dev.topoxy.core.arrival;

import dev.topoxy.core.address.Entrance;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.log.LogText;
import dev.topoxy.core.log.RateLimitedLog;
import dev.topoxy.core.tls.ServerTls;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client on its way in, last in its pipeline until then. Runs on the channel's event loop. */
final class Arrival extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(Arrival.class);
    private static final RateLimitedLog warnings = new RateLimitedLog(log, Duration.ofSeconds(10));

    /** A record with the alert {@code unrecognized_name}, fatal. Source: RFC 8446, 5.1 and 6. */
    private static final byte[] UNRECOGNIZED_NAME = {21, 3, 3, 0, 2, 2, 112};

    private enum Step {
        PROXY_HEADER("PROXY protocol header"),
        TLS("TLS handshake"),
        OVER("");

        private final String name;

        Step(String name) {
            this.name = name;
        }
    }

    private final Reception reception;
    private final Channel client;
    private final int port;
    private final Consumer<Arrived> arrived;
    private InetSocketAddress address;
    private Entrance entrance;
    private Step step = Step.PROXY_HEADER;
    private @Nullable ScheduledFuture<?> timer;

    Arrival(Reception reception, Channel client, int port, InetSocketAddress source, Consumer<Arrived> arrived) {
        this.reception = reception;
        this.client = client;
        this.port = port;
        this.arrived = arrived;
        address = source;
        entrance = Entrance.atPort(port);
    }

    void begin(boolean header) {
        if (header) {
            client.pipeline()
                    .addLast(new ProxyOpening(this, reception.proxyHeaders.mode() == ProxyHeaders.Mode.REQUIRED));
        } else {
            step = Step.TLS;
        }
        if (reception.secured.isPresent()) {
            client.pipeline().addLast(new TlsOpening(this));
        }
        client.pipeline().addLast(this);
        timer = client.eventLoop().schedule(this::timeOut, reception.timeout.toMillis(), TimeUnit.MILLISECONDS);
        client.config().setAutoRead(true);
    }

    private void timeOut() {
        if (step != Step.OVER) {
            close(
                    CloseReason.Kind.HANDSHAKE_TIMEOUT,
                    "its " + step.name + " was not complete within handshake.timeout.ms of "
                            + reception.timeout.toMillis());
        }
    }

    /** The PROXY header was read, or there is none. */
    void headerRead() {
        if (reception.secured.isPresent()) {
            step = Step.TLS;
        } else {
            complete(SecurityProtocol.PLAINTEXT, KafkaPrincipal.ANONYMOUS);
        }
    }

    /** The TLS for the name that the client asked for; empty if it was refused for that. */
    Optional<SslContext> contextFor(@Nullable String host) {
        ServerTls tls = reception.secured.orElseThrow().tls();
        if (reception.names.isPresent()) {
            Reception.Names names = reception.names.get();
            OptionalInt node =
                    host == null ? OptionalInt.empty() : names.nodes().nodeOf(host);
            if (node.isPresent()) {
                entrance = Entrance.byName(port, node.getAsInt());
            } else if (!names.bootstrap().equalsIgnoreCase(host)) {
                client.write(Unpooled.wrappedBuffer(UNRECOGNIZED_NAME));
                close(
                        CloseReason.Kind.UNKNOWN_NAME,
                        (host == null
                                        ? "it named no host by SNI"
                                        : "it named the host " + LogText.quoted(host) + " by SNI")
                                + ", but brokers are told apart by it: connect to " + names.bootstrap() + " or "
                                + names.nodes());
                return Optional.empty();
            }
        }
        return Optional.of(host == null ? tls.context() : tls.context(host));
    }

    private void complete(SecurityProtocol protocol, KafkaPrincipal principal) {
        if (step == Step.OVER) {
            return;
        }
        end();
        client.config().setAutoRead(false);
        arrived.accept(new Arrived(address, protocol, principal, entrance));
        client.pipeline().remove(this);
    }

    private void end() {
        step = Step.OVER;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Ends it before it has come in. */
    void close(CloseReason.Kind kind, String reason) {
        if (step == Step.OVER) {
            return;
        }
        end();
        reception.listener.connectionRefused(kind);
        if (kind.noteworthy()) {
            warnings.warn(
                    reception.clusterName + kind + address.getHostString(),
                    "Connection from {} to port {} of cluster {} refused: {}",
                    address,
                    port,
                    reception.clusterName,
                    reason);
        } else {
            log.debug(
                    "Connection from {} to port {} of cluster {} ended: {}",
                    address,
                    port,
                    reception.clusterName,
                    reason);
        }
        client.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof HAProxyMessage header && step == Step.PROXY_HEADER) {
                readSource(header);
                headerRead();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** A header without addresses (LOCAL, UNKNOWN) comes from the other proxy itself, say to see whether this one lives. */
    private void readSource(HAProxyMessage header) {
        byte[] source = header.sourceAddress() == null
                ? null
                : NetUtil.createByteArrayFromIpAddressString(header.sourceAddress());
        if (source != null) {
            try {
                address = new InetSocketAddress(InetAddress.getByAddress(source), header.sourcePort());
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                shaken(ctx);
            } else {
                failed(handshake.cause());
            }
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            left();
        }
    }

    private void shaken(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        try {
            complete(
                    SecurityProtocol.SSL,
                    reception.secured.orElseThrow().principals().of(tls.engine().getSession()));
        } catch (IOException e) {
            close(
                    CloseReason.Kind.HANDSHAKE_FAILED,
                    "its certificate's name fits no rule of ssl.principal.mapping.rules: " + e.getMessage());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        left();
    }

    private void left() {
        close(CloseReason.Kind.CLIENT_CLOSED, "the client left before its " + step.name + " was complete");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failed(cause);
    }

    private void failed(Throwable thrown) {
        Throwable cause = thrown instanceof DecoderException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof HAProxyProtocolException) {
            close(CloseReason.Kind.BAD_PROXY_HEADER, "its PROXY protocol header is malformed: " + cause.getMessage());
        } else if (cause instanceof TooLongFrameException) {
            close(
                    CloseReason.Kind.HANDSHAKE_FAILED,
                    "its TLS handshake begins with a message of more than " + NameLookup.MAX_CLIENT_HELLO_BYTES
                            + " bytes, no client's does");
        } else if (cause instanceof SSLException) {
            close(CloseReason.Kind.HANDSHAKE_FAILED, "its TLS handshake failed: " + LogText.quoted(cause.getMessage()));
        } else if (cause instanceof IOException) {
            left();
        } else {
            close(
                    CloseReason.Kind.HANDSHAKE_FAILED,
                    "its " + step.name + " failed: " + cause.getClass().getSimpleName());
        }
    }
}
