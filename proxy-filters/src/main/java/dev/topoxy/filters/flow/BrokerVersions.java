package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.protocol.ApiKeys;

/** Which versions go to the broker and which are offered to the client. */
final class BrokerVersions {

    private BrokerVersions() {}

    /**
     * The broker's versions of an API, and those up to {@code madeHere} that the proxy makes out of the broker's oldest.
     */
    static Optional<ApiVersionRange> offer(BrokerApis broker, ApiKeys api, int madeHere) {
        return broker.range(api)
                .flatMap(ApiVersionRange.understood(api)::intersect)
                .map(range -> ApiVersionRange.of(range.min(), Math.max(range.max(), madeHere)));
    }

    /** The newest version that the broker speaks, but not above {@code limit}. */
    static short newest(BrokerApis broker, ApiKeys api, int limit) {
        return broker.range(api)
                .flatMap(ApiVersionRange.of(0, limit)::intersect)
                .map(ApiVersionRange::max)
                .orElseThrow(() ->
                        new UnsupportedVersionException("the broker speaks " + api + " in no version up to " + limit));
    }

    /** Goes on with what the broker speaks, at once where it is known. */
    static <T> CompletableFuture<T> with(ClientConnection connection, Function<BrokerApis, CompletableFuture<T>> then) {
        Optional<BrokerApis> known = connection.knownBrokerApis();
        return known.isPresent()
                ? then.apply(known.get())
                : connection.brokerApis().thenCompose(then);
    }
}
