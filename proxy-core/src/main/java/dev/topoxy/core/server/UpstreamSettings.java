package dev.topoxy.core.server;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.BrokerTlsSettings;
import dev.topoxy.core.upstream.LoginSettings;
import java.util.List;
import java.util.Optional;

/**
 * How brokers are reached.
 *
 * @param bootstrapServers the cluster's own, at least one
 * @param tls empty for plain connections
 * @param login as whom the proxy logs in; empty where clients log in themselves, or nobody does
 * @param sendsProxyHeader whether each connection begins with a PROXY header that names the client
 */
public record UpstreamSettings(
        List<HostPort> bootstrapServers,
        Optional<BrokerTlsSettings> tls,
        Optional<LoginSettings> login,
        boolean sendsProxyHeader) {

    public UpstreamSettings {
        bootstrapServers = List.copyOf(bootstrapServers);
    }

    public static UpstreamSettings plain(List<HostPort> bootstrapServers) {
        return new UpstreamSettings(bootstrapServers, Optional.empty(), Optional.empty(), false);
    }
}
