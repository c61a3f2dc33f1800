package dev.topoxy.core.support;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.OversizedRequest;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/** A filter put together by a test. */
public final class TestFilter<Q extends ApiMessage, R extends ApiMessage> implements Filter<Q, R> {

    private final ApiKeys api;
    private final BiFunction<Q, Call, CompletableFuture<R>> handler;
    private @Nullable Function<BrokerApis, Optional<ApiVersionRange>> offer;
    private @Nullable BiFunction<OversizedRequest, Call, CompletableFuture<R>> oversized;
    private int maxRequestBytes = Integer.MAX_VALUE;

    public TestFilter(ApiKeys api, BiFunction<Q, Call, CompletableFuture<R>> handler) {
        this.api = api;
        this.handler = handler;
    }

    public TestFilter<Q, R> offering(Function<BrokerApis, Optional<ApiVersionRange>> versions) {
        offer = versions;
        return this;
    }

    public TestFilter<Q, R> limited(int bytes, BiFunction<OversizedRequest, Call, CompletableFuture<R>> handler) {
        maxRequestBytes = bytes;
        oversized = handler;
        return this;
    }

    public TestFilter<Q, R> limited(int bytes) {
        maxRequestBytes = bytes;
        return this;
    }

    @Override
    public ApiKeys apiKey() {
        return api;
    }

    @Override
    public Optional<ApiVersionRange> offer(BrokerApis broker) {
        return offer == null ? Filter.super.offer(broker) : offer.apply(broker);
    }

    @Override
    public CompletableFuture<R> handle(Q request, Call call) {
        return handler.apply(request, call);
    }

    @Override
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    @Override
    public CompletableFuture<R> handleOversized(OversizedRequest request, Call call) {
        return oversized == null ? Filter.super.handleOversized(request, call) : oversized.apply(request, call);
    }
}
