package dev.topoxy.core.identity;

import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/** Who the client of one connection is. Used on its event loop only. */
public final class ClientIdentity {

    private KafkaPrincipal principal;
    private SecurityProtocol protocol;

    /**
     * @param principal as the connection itself tells it, by a certificate, else ANONYMOUS
     * @param protocol PLAINTEXT or SSL
     */
    public ClientIdentity(KafkaPrincipal principal, SecurityProtocol protocol) {
        this.principal = principal;
        this.protocol = protocol;
    }

    public KafkaPrincipal principal() {
        return principal;
    }

    public SecurityProtocol protocol() {
        return protocol;
    }

    /** The broker has accepted the client's SASL exchange. */
    void authenticated(String user) {
        principal = new KafkaPrincipal(KafkaPrincipal.USER_TYPE, user);
        protocol = protocol == SecurityProtocol.SSL || protocol == SecurityProtocol.SASL_SSL
                ? SecurityProtocol.SASL_SSL
                : SecurityProtocol.SASL_PLAINTEXT;
    }
}
