package dev.topoxy.core.limit;

import java.time.Duration;

/**
 * What clients of all clusters may take together, and each of them alone.
 *
 * @param maxConnections open client connections; 0 for any number
 * @param maxConnectionsPerIp open connections from one address; 0 for any number
 * @param queuedMaxRequestBytes memory of requests that filters read and that are not whole yet, of all connections
 * @param maxInFlightRequests requests of one connection that are owed an answer
 * @param requestStallTimeout how long a client may send nothing amid a request
 * @param maxIdle how long a connection may be silent; zero for ever
 */
public record Limits(
        int maxConnections,
        int maxConnectionsPerIp,
        int queuedMaxRequestBytes,
        int maxInFlightRequests,
        Duration requestStallTimeout,
        Duration maxIdle) {}
