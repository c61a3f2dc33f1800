package dev.topoxy.core.tls;

/**
 * TLS to brokers.
 *
 * @param verifyHostname whether a broker's certificate must be made out for the host that was connected to
 */
public record BrokerTlsSettings(TlsSettings tls, boolean verifyHostname) {}
