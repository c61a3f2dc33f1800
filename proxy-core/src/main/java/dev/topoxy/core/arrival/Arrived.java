package dev.topoxy.core.arrival;

import dev.topoxy.core.address.Entrance;
import java.net.InetSocketAddress;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/**
 * A client that has come in.
 *
 * @param address its own, also where another proxy stands between
 * @param protocol PLAINTEXT or SSL
 * @param principal of its certificate, else ANONYMOUS
 */
public record Arrived(
        InetSocketAddress address, SecurityProtocol protocol, KafkaPrincipal principal, Entrance entrance) {}
