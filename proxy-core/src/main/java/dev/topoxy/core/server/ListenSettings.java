package dev.topoxy.core.server;

import dev.topoxy.core.address.BrokerAccess;
import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.arrival.ProxyHeaders;
import dev.topoxy.core.tls.ServerTlsSettings;
import java.util.Optional;

/**
 * How clients come in.
 *
 * @param address where the bootstrap listener is bound; the brokers' ports are bound on the same host
 * @param advertised what clients reach it by
 * @param access how they reach single brokers; by name only with TLS
 * @param tls empty for plain connections
 * @param proxyHeaders who may name the client it comes for
 */
public record ListenSettings(
        HostPort address,
        HostPort advertised,
        BrokerAccess access,
        Optional<ServerTlsSettings> tls,
        ProxyHeaders proxyHeaders) {

    public ListenSettings {
        if (access instanceof BrokerAccess.ByName && tls.isEmpty()) {
            throw new IllegalArgumentException("without TLS no client tells a name");
        }
    }

    /** Plain connections, told to clients as they are bound. */
    public static ListenSettings plain(HostPort address, BrokerAccess access) {
        return new ListenSettings(address, address, access, Optional.empty(), ProxyHeaders.OFF);
    }
}
