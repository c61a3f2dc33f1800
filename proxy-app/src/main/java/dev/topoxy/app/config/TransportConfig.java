package dev.topoxy.app.config;

import dev.topoxy.core.arrival.ProxyHeaders;
import dev.topoxy.core.tls.BrokerTlsSettings;
import dev.topoxy.core.tls.ServerTlsSettings;
import dev.topoxy.core.upstream.LoginSettings;
import java.util.Optional;

/**
 * What is beneath the Kafka protocol on either side of one cluster.
 *
 * @param tls towards clients; empty for plain connections
 * @param proxyHeaders who may name the client it comes for
 * @param upstreamTls towards brokers; empty for plain connections
 * @param upstreamLogin as whom the proxy logs in to brokers; empty where clients do it themselves, or nobody does
 * @param sendsProxyHeader whether brokers are told for whom the proxy comes
 */
public record TransportConfig(
        Optional<ServerTlsSettings> tls,
        ProxyHeaders proxyHeaders,
        Optional<BrokerTlsSettings> upstreamTls,
        Optional<LoginSettings> upstreamLogin,
        boolean sendsProxyHeader) {

    /** Plain connections on both sides. */
    public static final TransportConfig PLAIN =
            new TransportConfig(Optional.empty(), ProxyHeaders.OFF, Optional.empty(), Optional.empty(), false);
}
