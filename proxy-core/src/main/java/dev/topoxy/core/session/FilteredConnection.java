package dev.topoxy.core.session;

import dev.topoxy.core.arrival.Arrived;
import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.identity.ClientIdentity;
import dev.topoxy.core.identity.RequestContext;
import dev.topoxy.core.identity.SaslObserver;
import dev.topoxy.core.identity.SaslRefusal;
import dev.topoxy.core.log.ConnectionId;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * A session as its filters see it: who the client is, what its broker is, and a way to ask that broker. Holds the
 * filters themselves. Used on the connection's event loop.
 */
final class FilteredConnection implements ClientConnection {

    private final Session session;
    private final Arrived arrived;
    private final ClientIdentity identity;
    private final BrokerFacts broker;
    private final FilterTable filters;

    FilteredConnection(Session session, Arrived arrived, SessionSettings settings) {
        this.session = session;
        this.arrived = arrived;
        this.identity = new ClientIdentity(arrived.principal(), arrived.protocol());
        this.broker = new BrokerFacts(settings.addresses(), (request, version) -> session.ask(request, version, ""));
        List<Filter<?, ?>> all = new ArrayList<>(settings.filters().create(this));
        all.addAll(
                settings.upstream().login().isPresent()
                        ? new SaslRefusal().filters()
                        : new SaslObserver(identity).filters());
        all.add(new ApiVersionsFilter(List.copyOf(all), broker::overheard));
        filters = new FilterTable(all);
    }

    FilterTable filters() {
        return filters;
    }

    ClientIdentity identity() {
        return identity;
    }

    /** Sends a request of a filter with the client's identity. */
    CompletableFuture<ApiMessage> ask(ApiMessage message, short version, String clientId) {
        return session.ask(message, version, clientId);
    }

    AuthorizableRequestContext contextOf(RequestHeaderData header) {
        return new RequestContext(
                clusterName(),
                identity.protocol(),
                identity.principal(),
                arrived.address().getAddress(),
                header.requestApiKey(),
                header.requestApiVersion(),
                header.clientId() == null ? "" : header.clientId(),
                header.correlationId());
    }

    @Override
    public ConnectionId id() {
        return session.id();
    }

    @Override
    public String clusterName() {
        return session.clusterName();
    }

    @Override
    public EventLoop eventLoop() {
        return session.eventLoop();
    }

    @Override
    public Optional<BrokerApis> knownBrokerApis() {
        return broker.knownApis();
    }

    @Override
    public CompletableFuture<BrokerApis> brokerApis() {
        return broker.apis();
    }

    @Override
    public CompletableFuture<String> clusterId() {
        return broker.clusterId();
    }
}
