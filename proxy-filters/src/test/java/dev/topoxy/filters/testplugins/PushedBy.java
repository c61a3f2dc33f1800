package dev.topoxy.filters.testplugins;

import dev.topoxy.plugin.PushContext;
import java.net.InetAddress;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;

/** A member that pushes, as stores see it. */
public record PushedBy(String memberId, int topologyEpoch, Uuid baseId) implements PushContext {

    @Override
    public String listenerName() {
        return "PLAIN";
    }

    @Override
    public SecurityProtocol securityProtocol() {
        return SecurityProtocol.SASL_PLAINTEXT;
    }

    @Override
    public KafkaPrincipal principal() {
        return TestClient.ALICE.principal();
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
        return 7;
    }
}
