package dev.topoxy.core.server;

import java.time.Duration;

/**
 * How a peer that is gone without a word is noticed. Rounded up to seconds where the kernel counts in them.
 *
 * @param keepAliveIdle how long a connection is silent before the peer is probed
 * @param keepAliveInterval between probes
 * @param keepAliveCount probes without an answer before the peer is taken for dead
 * @param clientUserTimeout how long a client may leave bytes unacknowledged; zero for the kernel's own limit
 * @param brokerUserTimeout the same of a broker
 */
public record TcpTimeouts(
        Duration keepAliveIdle,
        Duration keepAliveInterval,
        int keepAliveCount,
        Duration clientUserTimeout,
        Duration brokerUserTimeout) {}
