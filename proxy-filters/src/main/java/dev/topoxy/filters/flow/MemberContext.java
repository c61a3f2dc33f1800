package dev.topoxy.filters.flow;

import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.plugin.PushContext;
import java.net.InetAddress;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * The context of a push, with what only the push itself says.
 *
 * @param request the context of the request
 * @param memberId who pushed
 * @param topology what was described
 */
record MemberContext(AuthorizableRequestContext request, String memberId, TopologyVersion topology)
        implements PushContext {

    @Override
    public int topologyEpoch() {
        return topology.epoch();
    }

    @Override
    public Uuid baseId() {
        return topology.id();
    }

    @Override
    public String listenerName() {
        return request.listenerName();
    }

    @Override
    public SecurityProtocol securityProtocol() {
        return request.securityProtocol();
    }

    @Override
    public KafkaPrincipal principal() {
        return request.principal();
    }

    @Override
    public InetAddress clientAddress() {
        return request.clientAddress();
    }

    @Override
    public int requestType() {
        return request.requestType();
    }

    @Override
    public int requestVersion() {
        return request.requestVersion();
    }

    @Override
    public String clientId() {
        return request.clientId();
    }

    @Override
    public int correlationId() {
        return request.correlationId();
    }
}
