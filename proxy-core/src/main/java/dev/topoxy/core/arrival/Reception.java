package dev.topoxy.core.arrival;

import dev.topoxy.core.address.Entrance;
import dev.topoxy.core.address.NodeNames;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.tls.ServerTls;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/**
 * Receives the connections of one cluster's clients: reads the PROXY header, where there may be one, and completes the
 * TLS handshake, within a limited time. Whoever does not get that far is closed with one line in the log, and nothing
 * was done for it. Thread-safe.
 *
 * <pre>
 * socket -> [PROXY header] -> [TLS opening -> SNI -> SslHandler] -> Arrival, which leaves when the client has come in
 * </pre>
 */
public final class Reception {

    final String clusterName;
    final Optional<Secured> secured;
    final Optional<Names> names;
    final ProxyHeaders proxyHeaders;
    final Duration timeout;
    final RelayListener listener;

    /** The host names by which clients come in where one port serves all brokers. */
    public record Names(String bootstrap, NodeNames nodes) {}

    /** TLS, and who clients are by it. */
    public record Secured(ServerTls tls, CertificatePrincipals principals) {}

    /**
     * @param secured empty for plain connections
     * @param names empty where each broker has a port of its own
     * @param timeout for PROXY header and handshake together
     */
    public Reception(
            String clusterName,
            Optional<Secured> secured,
            Optional<Names> names,
            ProxyHeaders proxyHeaders,
            Duration timeout,
            RelayListener listener) {
        this.clusterName = clusterName;
        this.secured = secured;
        this.names = names;
        this.proxyHeaders = proxyHeaders;
        this.timeout = timeout;
        this.listener = listener;
    }

    /** Where a client comes from; empty where a PROXY header may yet say so, or the client has left already. */
    public Optional<InetAddress> knownAddress(Channel client) {
        return client.remoteAddress() instanceof InetSocketAddress source
                        && !proxyHeaders.expectedFrom(source.getAddress())
                ? Optional.of(source.getAddress())
                : Optional.empty();
    }

    /**
     * Receives one accepted connection, which must not be read from yet, nor is it when {@code arrived} is called. On
     * the channel's event loop.
     */
    public void receive(Channel client, int port, Consumer<Arrived> arrived) {
        if (!(client.remoteAddress() instanceof InetSocketAddress source)) {
            // The address is gone if the client has left already.
            client.close();
            return;
        }
        boolean header = proxyHeaders.expectedFrom(source.getAddress());
        if (!header && proxyHeaders.mode() == ProxyHeaders.Mode.REQUIRED) {
            new Arrival(this, client, port, source, arrived)
                    .close(
                            CloseReason.Kind.BAD_PROXY_HEADER,
                            "its address is not among proxy.protocol.trusted, and proxy.protocol is required");
        } else if (secured.isEmpty() && !header) {
            arrived.accept(
                    new Arrived(source, SecurityProtocol.PLAINTEXT, KafkaPrincipal.ANONYMOUS, Entrance.atPort(port)));
        } else {
            new Arrival(this, client, port, source, arrived).begin(header);
        }
    }
}
