package dev.topoxy.app.config;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.ServerTlsSettings;
import java.util.List;
import java.util.Optional;

/**
 * The admin server.
 *
 * @param listen where it listens; empty for nowhere
 * @param token the bearer token that requests must bring, if any
 * @param open what is answered without the token
 * @param tls empty for plain HTTP
 * @param allowedHosts names, besides its addresses, by which it may be called without the token
 */
public record AdminConfig(
        Optional<HostPort> listen,
        Optional<ServerTlsSettings> tls,
        Optional<String> token,
        Open open,
        List<String> allowedHosts) {

    /** What is answered without the token. */
    public enum Open {
        NOTHING,
        HEALTH,
        METRICS
    }

    public AdminConfig {
        allowedHosts = List.copyOf(allowedHosts);
    }

    /** Without the token, which is a secret. */
    @Override
    public String toString() {
        return "AdminConfig[listen=" + listen + ", tls=" + tls.isPresent() + ", open=" + open + ", allowedHosts="
                + allowedHosts + "]";
    }
}
