package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.log.LogText;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.description.DescribedDescription;
import dev.topoxy.filters.group.TopologyDescriptionIds;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;

/**
 * Speaks StreamsGroupDescribe v1 in front of brokers that speak v0 only, and adds the topology descriptions that the
 * plugin has. What the broker says of a group is left as it is.
 */
final class DescribeFilter implements Filter<StreamsGroupDescribeRequestData, StreamsGroupDescribeResponseData> {

    private static final ClientWarnings LOG = new ClientWarnings(DescribeFilter.class);

    private final Flow flow;
    private final NativeBroker broker;
    private final PushesUnderWay underWay;

    DescribeFilter(Flow flow, NativeBroker broker, PushesUnderWay underWay) {
        this.flow = flow;
        this.broker = broker;
        this.underWay = underWay;
    }

    @Override
    public ApiKeys apiKey() {
        return ApiKeys.STREAMS_GROUP_DESCRIBE;
    }

    @Override
    public Optional<ApiVersionRange> offer(BrokerApis broker) {
        return BrokerVersions.offer(broker, apiKey(), 1);
    }

    @Override
    public CompletableFuture<StreamsGroupDescribeResponseData> handle(
            StreamsGroupDescribeRequestData request, Call call) {
        if (!request.includeTopologyDescription() || request.groupIds().isEmpty()) {
            return BrokerVersions.with(call.connection(), apis -> pass(request, call, apis));
        }
        return BrokerVersions.with(
                call.connection(),
                apis -> broker.decide(call, apis, request.groupIds().get(0)).thenCompose(server -> switch (server) {
                    case PROXY ->
                        pass(request.setIncludeTopologyDescription(false), call, apis)
                                .thenCompose(response -> attach(response, call));
                    case BROKER -> pass(request, call, apis);
                    // Who may not push cannot learn who serves. What the broker has goes first, then.
                    case UNKNOWN -> pass(request, call, apis).thenCompose(response -> attach(response, call));
                }));
    }

    private CompletableFuture<StreamsGroupDescribeResponseData> pass(
            StreamsGroupDescribeRequestData request, Call call, BrokerApis apis) {
        short version = BrokerVersions.newest(apis, apiKey(), call.version());
        if (version < 1) {
            request.setIncludeTopologyDescription(false);
        }
        return call.toBroker(request, version);
    }

    private CompletableFuture<StreamsGroupDescribeResponseData> attach(
            StreamsGroupDescribeResponseData response, Call call) {
        CompletableFuture<?> pushed = underWay.ended();
        return pushed.isDone()
                ? attachNow(response, call)
                : pushed.thenComposeAsync(
                        ended -> attachNow(response, call), call.connection().eventLoop());
    }

    private CompletableFuture<StreamsGroupDescribeResponseData> attachNow(
            StreamsGroupDescribeResponseData response, Call call) {
        return call.connection().clusterId().thenCompose(clusterId -> {
            CompletableFuture<?>[] attached = response.groups().stream()
                    .filter(DescribeFilter::isWithoutDescription)
                    .map(group -> attach(group, clusterId, call))
                    .toArray(CompletableFuture<?>[]::new);
            return CompletableFuture.allOf(attached).thenApply(done -> response);
        });
    }

    private static boolean isWithoutDescription(DescribedGroup group) {
        return group.errorCode() == Errors.NONE.code() && group.topologyDescriptionStatus() <= Status.NOT_STORED;
    }

    private CompletableFuture<Void> attach(DescribedGroup group, String clusterId, Call call) {
        group.setTopologyDescriptionStatus(Status.NOT_STORED);
        CompletableFuture<Optional<StreamsGroupTopologyDescription>> stored;
        try {
            Optional<TopologyVersion> topology = TopologyDescriptionIds.of(clusterId, group);
            if (topology.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            flow.registry().refresh(topology.get());
            stored = flow.service().getTopology(call.context(), topology.get());
        } catch (RuntimeException e) {
            stored = CompletableFuture.failedFuture(e);
        }
        return stored.thenCompose(description -> visible(description, group, call))
                .thenAccept(description -> description.ifPresent(
                        value -> group.setTopologyDescription(DescribedDescription.fromRecord(value))
                                .setTopologyDescriptionStatus(Status.AVAILABLE)))
                .exceptionally(failure -> {
                    group.setTopologyDescriptionStatus(Status.ERROR);
                    Throwable cause = Errors.maybeUnwrapException(failure);
                    LOG.warn(
                            call,
                            () -> "The topology description of group " + LogText.quoted(group.groupId())
                                    + " could not be had: " + LogText.quoted(cause.toString()));
                    return null;
                });
    }

    /** The description, unless this client may not know of it. */
    private CompletableFuture<Optional<StreamsGroupTopologyDescription>> visible(
            Optional<StreamsGroupTopologyDescription> stored, DescribedGroup group, Call call) {
        if (stored.isEmpty() || flow.describeTopics() == DescribeTopics.GROUP) {
            return CompletableFuture.completedFuture(stored);
        }
        return call.connection()
                .brokerApis()
                .thenComposeAsync(
                        apis -> TopicQuestions.denied(call, apis, stored.get()),
                        call.connection().eventLoop())
                .thenApply(denied -> {
                    if (denied.isEmpty()) {
                        return stored;
                    }
                    LOG.warn(
                            call,
                            () -> "The topology description of group " + LogText.quoted(group.groupId())
                                    + " was not given, since describe.topics is authorized and the client may not describe "
                                    + denied.size() + " of its topics, like " + LogText.quoted(denied.get(0)));
                    return Optional.empty();
                });
    }

    /** The values of {@code TopologyDescriptionStatus}; 0 says that it was not requested. */
    private static final class Status {

        private static final byte NOT_STORED = 1;
        private static final byte ERROR = 2;
        private static final byte AVAILABLE = 3;
    }
}
