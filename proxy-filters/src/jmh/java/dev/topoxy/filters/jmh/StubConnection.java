package dev.topoxy.filters.jmh;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.log.ConnectionId;
import dev.topoxy.core.wire.ApiVersionRange;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** A connection to a broker of Kafka 4.3 whose answer to everything is set beforehand. */
final class StubConnection implements ClientConnection, Call, AuthorizableRequestContext {

    private final BrokerApis apis = new BrokerApis(Map.of(
            ApiKeys.STREAMS_GROUP_HEARTBEAT.id, ApiVersionRange.of(0, 0),
            ApiKeys.STREAMS_GROUP_DESCRIBE.id, ApiVersionRange.of(0, 0),
            ApiKeys.DESCRIBE_GROUPS.id, ApiVersionRange.of(0, 6)));

    static final String CLUSTER_ID = "MkU3OEVBNTcwNTJENDM2Qg";

    ApiMessage answer;

    StubConnection(ApiMessage answer) {
        this.answer = answer;
    }

    @Override
    public ConnectionId id() {
        return new ConnectionId("c1");
    }

    @Override
    public String clusterName() {
        return "main";
    }

    @Override
    public EventExecutor eventLoop() {
        return ImmediateEventExecutor.INSTANCE;
    }

    @Override
    public CompletableFuture<BrokerApis> brokerApis() {
        return CompletableFuture.completedFuture(apis);
    }

    @Override
    public Optional<BrokerApis> knownBrokerApis() {
        return Optional.of(apis);
    }

    @Override
    public CompletableFuture<String> clusterId() {
        return CompletableFuture.completedFuture(CLUSTER_ID);
    }

    @Override
    public short version() {
        return 1;
    }

    @Override
    public ClientConnection connection() {
        return this;
    }

    @Override
    public AuthorizableRequestContext context() {
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R extends ApiMessage> CompletableFuture<R> toBroker(ApiMessage request, short version) {
        return CompletableFuture.completedFuture((R) answer);
    }

    @Override
    public String listenerName() {
        return "main";
    }

    @Override
    public SecurityProtocol securityProtocol() {
        return SecurityProtocol.PLAINTEXT;
    }

    @Override
    public KafkaPrincipal principal() {
        return KafkaPrincipal.ANONYMOUS;
    }

    @Override
    public InetAddress clientAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public int requestType() {
        return ApiKeys.STREAMS_GROUP_HEARTBEAT.id;
    }

    @Override
    public int requestVersion() {
        return 1;
    }

    @Override
    public String clientId() {
        return "bench";
    }

    @Override
    public int correlationId() {
        return 1;
    }
}
