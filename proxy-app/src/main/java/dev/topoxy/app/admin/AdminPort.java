package dev.topoxy.app.admin;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.tls.ServerTls;
import java.time.Duration;
import java.util.Optional;

/**
 * Where and how the admin server listens.
 *
 * @param tls empty for plain HTTP
 * @param patience how long a TLS handshake and the first whole request may take together, and each later request from
 *     its first byte on
 */
public record AdminPort(HostPort address, Optional<ServerTls> tls, Duration patience) {}
