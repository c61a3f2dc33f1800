package dev.topoxy.core.server;

import java.time.Duration;

/**
 * How the relay works, for all clusters of the process.
 *
 * @param maxRequestBytes Kafka's {@code socket.request.max.bytes}
 * @param connectTimeout how long one address of a broker may take to accept
 * @param eventLoopThreads 0 for one per processor
 */
public record RelaySettings(int maxRequestBytes, Duration connectTimeout, int eventLoopThreads) {}
