package dev.topoxy.core.identity;

import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/** Who the client of one connection is. Used on its event loop only. */
public final class ClientIdentity {

    private KafkaPrincipal principal = KafkaPrincipal.ANONYMOUS;
    private SecurityProtocol protocol = SecurityProtocol.PLAINTEXT;

    public KafkaPrincipal principal() {
        return principal;
    }

    public SecurityProtocol protocol() {
        return protocol;
    }

    /** The broker has accepted the client's SASL exchange. */
    void authenticated(String user) {
        principal = new KafkaPrincipal(KafkaPrincipal.USER_TYPE, user);
        protocol = SecurityProtocol.SASL_PLAINTEXT;
    }
}
