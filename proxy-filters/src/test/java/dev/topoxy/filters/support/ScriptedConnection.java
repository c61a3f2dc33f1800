package dev.topoxy.filters.support;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.filter.OversizedRequest;
import dev.topoxy.core.log.ConnectionId;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** One client's connection to a {@link ScriptedBroker} through filters. */
public final class ScriptedConnection implements ClientConnection {

    public static final String CLUSTER_ID = "MkU3OEVBNTcwNTJENDM2Qg";

    private final ScriptedBroker broker;
    private final List<Filter<?, ?>> filters;
    private String clientId = "app-1";

    public ScriptedConnection(ScriptedBroker broker, FilterFactory factory) {
        this.broker = broker;
        this.filters = factory.create(this);
    }

    public void clientId(String name) {
        this.clientId = name;
    }

    public Filter<?, ?> filter(ApiKeys api) {
        return filters.stream().filter(each -> each.apiKey() == api).findFirst().orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private <R extends ApiMessage> Filter<ApiMessage, R> serving(ApiKeys api) {
        return (Filter<ApiMessage, R>) filter(api);
    }

    /** Sends a request as a client would and reads the answer as the client would. */
    @SuppressWarnings("unchecked")
    public <R extends ApiMessage> CompletableFuture<R> send(ApiMessage request, int version) {
        ApiKeys api = ApiKeys.forId(request.apiKey());
        Filter<ApiMessage, R> filter = serving(api);
        ApiMessage arrived = ScriptedBroker.reread(request, api.messageType.newRequest(), (short) version);
        if (size(request, version) > filter.maxRequestBytes()) {
            return sendOversized(request, version, Integer.MAX_VALUE);
        }
        return filter.handle(arrived, new ScriptedCall(api, (short) version)).thenApply(response ->
                (R) ScriptedBroker.reread(response, api.messageType.newResponse(), (short) version));
    }

    /** Has only the beginning of the request kept. */
    public <R extends ApiMessage> CompletableFuture<R> sendOversized(ApiMessage request, int version, int kept) {
        ApiKeys api = ApiKeys.forId(request.apiKey());
        Filter<ApiMessage, R> filter = serving(api);
        ByteBuffer body =
                MessageUtil.toByteBufferAccessor(request, (short) version).buffer();
        int bodyBytes = body.remaining();
        body.limit(Math.min(body.limit(), kept));
        return filter.handleOversized(
                new OversizedRequest(body.asReadOnlyBuffer(), bodyBytes, bodyBytes + 20),
                new ScriptedCall(api, (short) version));
    }

    private static int size(ApiMessage request, int version) {
        return MessageUtil.toByteBufferAccessor(request, (short) version)
                .buffer()
                .remaining();
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
        return CompletableFuture.completedFuture(broker.apis());
    }

    @Override
    public Optional<BrokerApis> knownBrokerApis() {
        return Optional.of(broker.apis());
    }

    @Override
    public CompletableFuture<String> clusterId() {
        return CompletableFuture.completedFuture(CLUSTER_ID);
    }

    private final class ScriptedCall implements Call {

        private final ApiKeys api;
        private final short version;

        ScriptedCall(ApiKeys api, short version) {
            this.api = api;
            this.version = version;
        }

        @Override
        public short version() {
            return version;
        }

        @Override
        public ClientConnection connection() {
            return ScriptedConnection.this;
        }

        @Override
        public AuthorizableRequestContext context() {
            return new Context(api, version, clientId);
        }

        @Override
        public <R extends ApiMessage> CompletableFuture<R> toBroker(ApiMessage request, short version) {
            return broker.send(request, version);
        }
    }

    private record Context(ApiKeys api, short version, String clientId) implements AuthorizableRequestContext {

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
            return api.id;
        }

        @Override
        public int requestVersion() {
            return version;
        }

        @Override
        public int correlationId() {
            return 7;
        }
    }
}
