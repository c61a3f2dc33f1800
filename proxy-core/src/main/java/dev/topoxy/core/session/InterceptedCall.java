package dev.topoxy.core.session;

import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.OversizedRequest;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** One request in the hands of its filter, and the place of its answer among the answers of its connection. */
final class InterceptedCall implements Call {

    private final FilteredConnection connection;
    private final RequestHeaderData header;
    private final ApiKeys api;
    private final Exchange exchange;
    private final AuthorizableRequestContext context;
    private Optional<ApiMessage> request = Optional.empty();

    InterceptedCall(FilteredConnection connection, RequestHeaderData header, Exchange exchange) {
        this.connection = connection;
        this.exchange = exchange;
        this.header = header;
        this.api = ApiKeys.forId(header.requestApiKey());
        this.context = connection.contextOf(header);
    }

    Exchange exchange() {
        return exchange;
    }

    ApiKeys api() {
        return api;
    }

    int correlationId() {
        return header.correlationId();
    }

    /** Decodes the request from what follows the header. The frame stays the caller's. */
    void decode(ByteBuf frame) {
        request = Optional.of(Messages.read(api.messageType.newRequest(), frame, version()));
    }

    /** Has the filter serve the decoded request. */
    <Q extends ApiMessage, R extends ApiMessage> CompletableFuture<R> serve(Filter<Q, R> filter) {
        @SuppressWarnings("unchecked")
        Q decoded = (Q) request.orElseThrow();
        return filter.handle(decoded, this);
    }

    /** Has the filter answer a request of which only the beginning was kept; the frame stands behind the header. */
    <Q extends ApiMessage, R extends ApiMessage> CompletableFuture<R> serveOversized(
            Filter<Q, R> filter, ByteBuf frame, int frameBytes) {
        int headerBytes = frame.readerIndex() - Integer.BYTES;
        ByteBuffer start = ByteBuffer.allocate(frame.readableBytes());
        frame.readBytes(start);
        start.flip();
        return filter.handleOversized(
                new OversizedRequest(start.asReadOnlyBuffer(), frameBytes - headerBytes, frameBytes), this);
    }

    /** The API's own way to say that something went wrong. */
    ApiMessage errorResponse(Throwable cause) {
        try {
            return ErrorResponses.of(api, version(), request.orElseGet(api.messageType::newRequest), cause);
        } catch (RuntimeException e) {
            // The filter has left the request in a state that cannot be written.
            return ErrorResponses.of(api, version(), api.messageType.newRequest(), cause);
        }
    }

    @Override
    public short version() {
        return header.requestApiVersion();
    }

    @Override
    public ClientConnection connection() {
        return connection;
    }

    @Override
    public AuthorizableRequestContext context() {
        return context;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R extends ApiMessage> CompletableFuture<R> toBroker(ApiMessage message, short version) {
        return (CompletableFuture<R>) connection.ask(message, version, header.clientId());
    }
}
