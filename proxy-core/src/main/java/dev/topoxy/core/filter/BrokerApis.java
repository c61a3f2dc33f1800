package dev.topoxy.core.filter;

import dev.topoxy.core.wire.ApiVersionRange;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * What the broker at the other end of one connection speaks, as it said itself in its ApiVersions response.
 *
 * @param ranges the versions by API key; keys that kafka-clients does not know are included
 */
public record BrokerApis(Map<Short, ApiVersionRange> ranges) {

    private static final int MOST_SHARED = 64;
    private static final Map<Map<Short, ApiVersionRange>, BrokerApis> SHARED = new ConcurrentHashMap<>();

    /** A broker that speaks whatever kafka-clients does: what is assumed while a broker has not said what it speaks. */
    public static final BrokerApis ALL_UNDERSTOOD = new BrokerApis(
            ApiKeys.clientApis().stream().collect(Collectors.toMap(api -> api.id, ApiVersionRange::understood)));

    public BrokerApis {
        ranges = Map.copyOf(ranges);
    }

    /** Reads the broker's own answer. Entries with an empty or negative range are left out. */
    public static BrokerApis of(ApiVersionsResponseData response) {
        Map<Short, ApiVersionRange> ranges = new HashMap<>();
        for (ApiVersionsResponseData.ApiVersion api : response.apiKeys()) {
            if (0 <= api.minVersion() && api.minVersion() <= api.maxVersion()) {
                ranges.put(api.apiKey(), new ApiVersionRange(api.minVersion(), api.maxVersion()));
            }
        }
        return shared(new BrokerApis(ranges));
    }

    /** Thousands of connections to brokers of the same release need one instance among them. */
    private static BrokerApis shared(BrokerApis apis) {
        BrokerApis known = SHARED.get(apis.ranges);
        if (known != null) {
            return known;
        }
        if (SHARED.size() < MOST_SHARED) {
            SHARED.put(apis.ranges, apis);
        }
        return apis;
    }

    /** The versions of {@code api} that the broker speaks; empty where it lacks the API. */
    public Optional<ApiVersionRange> range(ApiKeys api) {
        return Optional.ofNullable(ranges.get(api.id));
    }

    public boolean speaks(ApiKeys api, int version) {
        return range(api).filter(range -> range.contains((short) version)).isPresent();
    }
}
