package dev.topoxy.filters.testplugins;

import java.net.InetAddress;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** A client as plugins see it. */
public record TestClient(String clientId, KafkaPrincipal principal) implements AuthorizableRequestContext {

    public static final TestClient ALICE = new TestClient("app-1", new KafkaPrincipal("User", "alice"));

    @Override
    public String listenerName() {
        return "PLAIN";
    }

    @Override
    public SecurityProtocol securityProtocol() {
        return SecurityProtocol.SASL_PLAINTEXT;
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
    public int correlationId() {
        return 7;
    }
}
