package dev.topoxy.store;

import java.net.InetAddress;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** Somebody who pushes and describes. */
enum SomeClient implements AuthorizableRequestContext {
    ALICE;

    @Override
    public String listenerName() {
        return "CLIENT";
    }

    @Override
    public SecurityProtocol securityProtocol() {
        return SecurityProtocol.PLAINTEXT;
    }

    @Override
    public KafkaPrincipal principal() {
        return new KafkaPrincipal("User", "alice");
    }

    @Override
    public InetAddress clientAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public int requestType() {
        return 93;
    }

    @Override
    public int requestVersion() {
        return 0;
    }

    @Override
    public String clientId() {
        return "app-1";
    }

    @Override
    public int correlationId() {
        return 1;
    }
}
