package dev.topoxy.core.filter;

import dev.topoxy.core.wire.ApiVersionRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Around-advice for one API on one client connection. A filter sees each request of its API, decoded, and owes its
 * answer: it may answer by itself, pass the request on (changed or not) and change the answer, or send requests of its
 * own first. Requests of APIs that no filter names are never decoded.
 *
 * <p>All methods are called on the connection's event loop and must not block it; state kept in a filter needs no lock
 * as long as it is touched there only.
 *
 * @param <Q> the request's message class in kafka-clients
 * @param <R> the response's message class
 */
public interface Filter<Q extends ApiMessage, R extends ApiMessage> {

    /** The API whose requests this filter receives. */
    ApiKeys apiKey();

    /**
     * The versions to offer the client in ApiVersions, all of which {@link #handle} must serve.
     *
     * @param broker what the broker itself offers on this connection
     * @return the versions, within what kafka-clients understands; empty to hide the API
     */
    default Optional<ApiVersionRange> offer(BrokerApis broker) {
        return broker.range(apiKey()).flatMap(ApiVersionRange.understood(apiKey())::intersect);
    }

    /**
     * Whether {@link #handle} is given requests of that version; of those offered by default. A filter may take more, to
     * refuse them in words rather than by the end of the connection.
     *
     * @param broker as for {@link #offer}
     */
    default boolean takes(short version, BrokerApis broker) {
        return offer(broker).filter(range -> range.contains(version)).isPresent();
    }

    /**
     * Serves one request.
     *
     * @param request the decoded request, this filter's to change
     * @param call the exchange it belongs to
     * @return the answer, completed on any thread; an exception becomes the API's own error response and a log line
     */
    CompletableFuture<R> handle(Q request, Call call);

    /**
     * The largest request frame that is gathered and decoded, in bytes; larger ones go to {@link #handleOversized}.
     * The relay's own limit for gathered frames applies where it is smaller.
     */
    default int maxRequestBytes() {
        return Integer.MAX_VALUE;
    }

    /**
     * Answers a request larger than {@link #maxRequestBytes()}, of which only the beginning was kept. The rest is
     * discarded as it arrives, and the answer is sent after its last byte.
     *
     * @param request what was kept of it
     * @param call the exchange it belongs to
     */
    default CompletableFuture<R> handleOversized(OversizedRequest request, Call call) {
        return CompletableFuture.failedFuture(new org.apache.kafka.common.errors.InvalidRequestException(
                apiKey() + " request of " + request.frameBytes() + " bytes exceeds " + maxRequestBytes()));
    }
}
