package dev.topoxy.core.server;

import dev.topoxy.core.limit.Limits;
import java.time.Duration;

/**
 * How the relay works, for all clusters of the process.
 *
 * @param maxRequestBytes Kafka's {@code socket.request.max.bytes}
 * @param connectTimeout how long one address of a broker may take to accept
 * @param handshakeTimeout how long a handshake may take on either side, and a client until its first whole request
 * @param eventLoopThreads 0 for one per processor
 * @param tcp how peers that are gone without a word are noticed
 * @param limits what clients may take
 */
public record RelaySettings(
        int maxRequestBytes,
        Duration connectTimeout,
        Duration handshakeTimeout,
        int eventLoopThreads,
        TcpTimeouts tcp,
        Limits limits) {}
