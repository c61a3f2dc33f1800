package dev.topoxy.core.upstream;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.BrokerTls;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * How connections to one cluster's brokers are made ready. Thread-safe.
 *
 * @param tls empty for plain connections
 * @param login empty where clients log in themselves, or nobody does
 * @param sendsProxyHeader whether each connection begins with a PROXY header, version 2, that names the client
 * @param handshakeTimeout for the TLS handshake, and for the login
 */
public record Upstream(
        Optional<BrokerTls> tls, Optional<Login> login, boolean sendsProxyHeader, Duration handshakeTimeout) {

    /**
     * Makes an open connection ready for requests. Nothing has been read from it yet, and it is not read from beyond
     * what this takes.
     *
     * @param broker as it was connected to
     * @param client for whom
     * @param entrance the proxy's own address that the client connected to
     * @return how long the proxy's login holds, empty if there is none or it holds as long as the connection; completed on the channel's event loop; the channel is the caller's to close in case of failure, which says
     *     in its message what is wrong
     */
    public CompletableFuture<Optional<Duration>> prepare(
            Channel channel, HostPort broker, InetSocketAddress client, InetSocketAddress entrance) {
        if (sendsProxyHeader) {
            channel.write(ProxyHeader.naming(channel.alloc(), client, entrance));
            channel.flush();
        }
        CompletableFuture<Void> secured = tls.map(security -> shakeHands(channel, broker, security))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
        return secured.thenCompose(shaken -> login.map(own -> own.first(channel, broker.host(), handshakeTimeout))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
    }

    private CompletableFuture<Void> shakeHands(Channel channel, HostPort broker, BrokerTls security) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        SslHandler handler = security.newHandler(channel.alloc(), broker.host(), broker.port(), handshakeTimeout);
        InputEnd end = new InputEnd(() -> done.completeExceptionally(new UpstreamException(
                "the broker closed the connection during the TLS handshake: does it speak TLS here?", null)));
        handler.handshakeFuture().addListener(shaken -> {
            if (shaken.isSuccess()) {
                channel.pipeline().remove(end);
                done.complete(null);
            } else {
                done.completeExceptionally(new UpstreamException(tlsFailure(shaken.cause()), shaken.cause()));
            }
        });
        channel.pipeline().addFirst(handler).addLast(end);
        channel.read();
        return done;
    }

    private static String tlsFailure(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        String hint = "";
        for (Throwable each = cause; each != null; each = each.getCause()) {
            String text = String.valueOf(each.getMessage());
            if (text.contains("PKIX path")) {
                hint = ": its certificate is not signed by anyone in ssl.truststore.location";
            } else if (text.contains("No subject alternative") || text.contains("No name matching")) {
                hint = ": its certificate is made out for other hosts (" + text + ")";
            } else if (text.contains("not an SSL/TLS record")) {
                // The message goes on with the bytes.
                message = "the broker did not answer in TLS";
            }
        }
        return "TLS handshake failed: " + message + hint;
    }
}
