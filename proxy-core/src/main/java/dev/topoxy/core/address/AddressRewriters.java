package dev.topoxy.core.address;

import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.core.wire.MalformedFrameException;
import io.netty.buffer.ByteBufAllocator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.protocol.ApiKeys;

/** Knows which responses carry addresses of brokers, and how to rewrite each. */
public final class AddressRewriters {

    // Constants rather than what kafka-clients knows: a newer library does not teach the layouts a newer format.
    private static final Map<ApiKeys, ApiVersionRange> UNDERSTOOD = Map.of(
            ApiKeys.METADATA, ApiVersionRange.of(0, 13),
            ApiKeys.FIND_COORDINATOR, ApiVersionRange.of(0, 6),
            ApiKeys.DESCRIBE_CLUSTER, ApiVersionRange.of(0, 2),
            ApiKeys.PRODUCE, ApiVersionRange.of(0, 13),
            ApiKeys.FETCH, ApiVersionRange.of(0, 18),
            ApiKeys.SHARE_FETCH, ApiVersionRange.of(1, 2),
            ApiKeys.SHARE_ACKNOWLEDGE, ApiVersionRange.of(1, 2));

    private AddressRewriters() {}

    /** The APIs whose responses carry addresses of brokers, in some version at least. */
    public static Set<ApiKeys> apis() {
        return UNDERSTOOD.keySet();
    }

    /**
     * The versions in which an API's addresses can be rewritten: a client must not be offered others. Empty for an API
     * whose responses carry no address of a broker in any version.
     */
    public static Optional<ApiVersionRange> understood(ApiKeys api) {
        return Optional.ofNullable(UNDERSTOOD.get(api));
    }

    /**
     * A rewriter for one response; empty where responses of this API and version carry no address and can pass as they
     * are.
     *
     * @param map says what clients are given; called on the thread that feeds the rewriter
     * @param alloc allocates the bytes that take the place of others
     * @throws MalformedFrameException if the API carries addresses but the version is not understood: such a response
     *     must not reach the client
     */
    public static Optional<FrameRewriter> forResponse(
            short apiKey, short version, AddressMap map, ByteBufAllocator alloc) {
        if (!ApiKeys.hasId(apiKey)) {
            return Optional.empty();
        }
        ApiKeys api = ApiKeys.forId(apiKey);
        ApiVersionRange understood = UNDERSTOOD.get(api);
        if (understood == null) {
            return Optional.empty();
        }
        if (!understood.contains(version)) {
            throw new MalformedFrameException("a response of " + api + " v" + version
                    + ", whose addresses can be rewritten in versions " + understood + " only");
        }
        return Optional.ofNullable(
                switch (api) {
                    case METADATA -> new MetadataRewriter(version, map, alloc);
                    case FIND_COORDINATOR ->
                        new GatheredRewriter<>(
                                version,
                                new FindCoordinatorResponseData(),
                                response -> GatheredAddresses.translate(response, map),
                                alloc);
                    case DESCRIBE_CLUSTER ->
                        new GatheredRewriter<>(
                                version,
                                new DescribeClusterResponseData(),
                                response -> GatheredAddresses.translate(response, map),
                                alloc);
                    default ->
                        EndpointLayouts.of(api, version)
                                .map(layout -> new EndpointsRewriter(layout, EndpointLayouts.place(api), map, alloc))
                                .orElse(null);
                });
    }
}
