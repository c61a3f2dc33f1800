package dev.topoxy.core.session;

import dev.topoxy.core.address.AddressRewriters;
import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.core.wire.ErrorCodes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Offers the client what the broker offers, changed only where a filter says so and capped where an answer carries
 * addresses in a form that must be understood here. APIs that nobody here needs to understand pass untouched, known to
 * kafka-clients or not.
 */
final class ApiVersionsFilter implements Filter<ApiVersionsRequestData, ApiVersionsResponseData> {

    private static final int MOST_REQUEST_BYTES = 128 * 1024;

    private final List<Filter<?, ?>> filters;
    private final Consumer<BrokerApis> learned;

    /**
     * @param filters the other filters of the connection
     * @param learned told what the broker itself speaks
     */
    ApiVersionsFilter(List<Filter<?, ?>> filters, Consumer<BrokerApis> learned) {
        this.filters = List.copyOf(filters);
        this.learned = learned;
    }

    @Override
    public ApiKeys apiKey() {
        return ApiKeys.API_VERSIONS;
    }

    /** A name and a version of the client's software: nothing that needs room. */
    @Override
    public int maxRequestBytes() {
        return MOST_REQUEST_BYTES;
    }

    @Override
    public CompletableFuture<ApiVersionsResponseData> handle(ApiVersionsRequestData request, Call call) {
        return call.<ApiVersionsResponseData>toBroker(request, call.version()).thenApply(this::adjust);
    }

    private ApiVersionsResponseData adjust(ApiVersionsResponseData response) {
        BrokerApis broker = BrokerApis.of(response);
        if (response.errorCode() == ErrorCodes.NONE) {
            learned.accept(broker);
            for (Filter<?, ?> filter : filters) {
                offer(response, filter.apiKey().id, filter.offer(broker));
            }
        }
        offer(response, apiKey().id, offer(broker));
        for (ApiKeys api : AddressRewriters.apis()) {
            Optional<ApiVersionRange> understood = AddressRewriters.understood(api);
            offer(response, api.id, broker.range(api).flatMap(range -> understood.flatMap(range::intersect)));
        }
        return response;
    }

    private static void offer(ApiVersionsResponseData response, short apiKey, Optional<ApiVersionRange> versions) {
        ApiVersion present = response.apiKeys().find(apiKey);
        if (versions.isEmpty()) {
            if (present != null) {
                response.apiKeys().remove(present);
            }
            return;
        }
        ApiVersion offered = present;
        if (offered == null) {
            offered = new ApiVersion().setApiKey(apiKey);
            response.apiKeys().add(offered);
        }
        offered.setMinVersion(versions.get().min()).setMaxVersion(versions.get().max());
    }
}
