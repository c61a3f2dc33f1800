package dev.topoxy.core.arrival;

import java.io.IOException;
import java.security.Principal;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.ssl.SslPrincipalMapper;

/** Names clients by their certificates, as a broker with the same {@code ssl.principal.mapping.rules} would. */
public final class CertificatePrincipals {

    private final SslPrincipalMapper mapper;

    /** @throws IllegalArgumentException if the rules cannot be read */
    public CertificatePrincipals(String rules) {
        mapper = SslPrincipalMapper.fromRules(rules);
    }

    /**
     * The principal of the peer.
     *
     * @throws IOException if it has a certificate to which no rule applies
     */
    KafkaPrincipal of(SSLSession session) throws IOException {
        Principal peer;
        try {
            peer = session.getPeerPrincipal();
        } catch (SSLPeerUnverifiedException e) {
            return KafkaPrincipal.ANONYMOUS;
        }
        String name = peer instanceof X500Principal ? mapper.getName(peer.getName()) : peer.getName();
        return new KafkaPrincipal(KafkaPrincipal.USER_TYPE, name);
    }
}
