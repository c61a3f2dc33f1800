package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.filter.OversizedRequest;
import dev.topoxy.core.log.LogText;
import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.filters.description.PushedDescription;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ApiError;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;

/** Takes pushed topology descriptions, which brokers before 4.4 do not know, and hands them to the plugin. */
final class UpdateFilter
        implements Filter<
                StreamsGroupTopologyDescriptionUpdateRequestData, StreamsGroupTopologyDescriptionUpdateResponseData> {

    private static final ClientWarnings LOG = new ClientWarnings(UpdateFilter.class);

    private final Flow flow;
    private final ClientConnection connection;
    private final NativeBroker broker;
    private final PushChecks checks;
    private final PushesUnderWay underWay;

    UpdateFilter(
            Flow flow,
            ClientConnection connection,
            NativeBroker broker,
            AcceptedMembers members,
            PushesUnderWay underWay) {
        this.flow = flow;
        this.connection = connection;
        this.broker = broker;
        this.checks = new PushChecks(flow, members);
        this.underWay = underWay;
    }

    @Override
    public ApiKeys apiKey() {
        return ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE;
    }

    @Override
    public Optional<ApiVersionRange> offer(BrokerApis broker) {
        return broker.range(ApiKeys.STREAMS_GROUP_HEARTBEAT).map(range -> ApiVersionRange.understood(apiKey()));
    }

    @Override
    public CompletableFuture<StreamsGroupTopologyDescriptionUpdateResponseData> handle(
            StreamsGroupTopologyDescriptionUpdateRequestData request, Call call) {
        return underWay.add(BrokerVersions.with(
                call.connection(),
                apis -> broker.decide(call, apis, request.groupId())
                        .thenCompose(server -> server == NativeBroker.Server.PROXY
                                ? serve(request, call, apis)
                                : call.toBroker(request, call.version()))));
    }

    private CompletableFuture<StreamsGroupTopologyDescriptionUpdateResponseData> serve(
            StreamsGroupTopologyDescriptionUpdateRequestData request, Call call, BrokerApis apis) {
        Push push = Push.of(request);
        flow.listener().pushReceived();
        return checks.check(push, () -> PushedDescription.bytes(request.topologyDescription()), call, apis)
                .thenCompose(topology -> store(request, topology, call))
                .handle((stored, failure) -> failure == null ? accept(push) : refuse(push, failure, call));
    }

    private StreamsGroupTopologyDescriptionUpdateResponseData accept(Push push) {
        flow.registry().pushed(push.groupId(), Optional.empty());
        flow.listener().pushTaken();
        return new StreamsGroupTopologyDescriptionUpdateResponseData();
    }

    private CompletableFuture<Void> store(
            StreamsGroupTopologyDescriptionUpdateRequestData request, TopologyVersion topology, Call call) {
        StreamsGroupTopologyDescription description = PushedDescription.toRecord(request.topologyDescription());
        MemberContext context = new MemberContext(call.context(), request.memberId(), topology);
        if (!flow.registry().isRefreshDue(topology.groupId())) {
            return flow.service().setTopology(context, topology, description);
        }
        return flow.service()
                .refreshTopology(context, topology, description)
                .thenRun(() -> flow.registry().refreshed(topology.groupId()));
    }

    /** Whatever is larger cannot hold an acceptable description, however long the ids around it are. */
    @Override
    public int maxRequestBytes() {
        boolean proxyServes = connection
                .knownBrokerApis()
                .map(apis -> broker.known(apis) == NativeBroker.Server.PROXY)
                .orElse(true);
        boolean unlimited = flow.maxBytes() <= 0 || !proxyServes;
        return unlimited
                ? Integer.MAX_VALUE
                : (int) Math.min(Integer.MAX_VALUE, (long) flow.maxBytes() + PushBeginning.MOST_BYTES_AROUND);
    }

    @Override
    public CompletableFuture<StreamsGroupTopologyDescriptionUpdateResponseData> handleOversized(
            OversizedRequest request, Call call) {
        flow.listener().pushReceived();
        PushBeginning beginning;
        try {
            beginning = PushBeginning.read(request);
        } catch (InvalidRequestException e) {
            return CompletableFuture.completedFuture(refuse(new Push("", "", 0), e, call));
        }
        Push push = beginning.push();
        return BrokerVersions.with(call.connection(), apis -> GroupQuestions.read(call, apis, push.groupId()))
                .handle((error, failure) -> {
                    if (failure != null) {
                        return refuse(push, failure, call);
                    }
                    if (error != Errors.NONE) {
                        return refuse(push, error.exception(), call);
                    }
                    int bytes = beginning.descriptionBytes();
                    return refuse(
                            push,
                            checks.isTooLarge(bytes)
                                    ? checks.tooLarge(push, bytes)
                                    : Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.exception("The request of "
                                            + request.frameBytes() + " bytes is larger than the proxy takes in."),
                            call);
                });
    }

    private StreamsGroupTopologyDescriptionUpdateResponseData refuse(Push push, Throwable failure, Call call) {
        Throwable cause = Errors.maybeUnwrapException(failure);
        ApiError error = cause instanceof ApiException
                ? ApiError.fromThrowable(cause)
                : new ApiError(Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED, "The proxy failed.");
        LOG.warn(
                call,
                () -> "Topology description " + push + " refused with " + error.error() + ": "
                        + LogText.quoted(String.valueOf(cause.getMessage())));
        flow.listener().pushRefused(error.error());
        // What a stranger pushes says nothing about the group.
        if (error.error() == Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED) {
            flow.registry().pushed(push.groupId(), Optional.of(error.messageWithFallback()));
        }
        return new StreamsGroupTopologyDescriptionUpdateResponseData()
                .setErrorCode(error.error().code())
                .setErrorMessage(error.message());
    }
}
