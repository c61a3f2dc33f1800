package dev.topoxy.core.tls;

/**
 * TLS towards those who connect.
 *
 * @param principalMappingRules Kafka's {@code ssl.principal.mapping.rules}
 */
public record ServerTlsSettings(TlsSettings tls, ClientAuthentication clientAuth, String principalMappingRules) {

    public static final String DEFAULT_PRINCIPAL_MAPPING_RULES = "DEFAULT";

    public ServerTlsSettings {
        if (tls.keys().isEmpty()) {
            throw new IllegalArgumentException("a server needs a key");
        }
    }
}
