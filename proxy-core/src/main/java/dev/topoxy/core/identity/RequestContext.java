package dev.topoxy.core.identity;

import java.net.InetAddress;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** One request's context in the form that Kafka gives to authorizers and plugins. */
public record RequestContext(
        String listenerName,
        SecurityProtocol securityProtocol,
        KafkaPrincipal principal,
        InetAddress clientAddress,
        int requestType,
        int requestVersion,
        String clientId,
        int correlationId)
        implements AuthorizableRequestContext {}
