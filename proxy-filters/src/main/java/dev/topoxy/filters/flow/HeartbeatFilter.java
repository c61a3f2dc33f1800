package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.log.LogText;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * Speaks StreamsGroupHeartbeat v1 in front of brokers that speak v0 only, and sets the flag that asks a member to push
 * its topology description. The heartbeat goes to the broker before anything is decided, and what comes after never breaks its answer.
 */
final class HeartbeatFilter implements Filter<StreamsGroupHeartbeatRequestData, StreamsGroupHeartbeatResponseData> {

    /** What a broker says that does not know the acceptable recovery lag. */
    private static final long NO_RECOVERY_LAG = -1;

    /** A 4.4 broker's default. An older one says 0, which would have clients gather offsets for every heartbeat. */
    private static final int TASK_OFFSET_INTERVAL_MS = 60_000;

    private static final ClientWarnings LOG = new ClientWarnings(HeartbeatFilter.class);

    private final PushDecision decision;
    private final Restarts restarts;

    HeartbeatFilter(PushDecision decision, Restarts restarts) {
        this.decision = decision;
        this.restarts = restarts;
    }

    @Override
    public ApiKeys apiKey() {
        return ApiKeys.STREAMS_GROUP_HEARTBEAT;
    }

    @Override
    public Optional<ApiVersionRange> offer(BrokerApis broker) {
        return BrokerVersions.offer(broker, apiKey(), 1);
    }

    @Override
    public CompletableFuture<StreamsGroupHeartbeatResponseData> handle(
            StreamsGroupHeartbeatRequestData request, Call call) {
        return BrokerVersions.with(
                call.connection(),
                apis -> restarts.emptyBefore(request, call, apis)
                        .thenCompose(emptyAt -> relay(request, emptyAt, call, apis)));
    }

    private CompletableFuture<StreamsGroupHeartbeatResponseData> relay(
            StreamsGroupHeartbeatRequestData request, OptionalLong emptyAt, Call call, BrokerApis apis) {
        short version = BrokerVersions.newest(apis, apiKey(), call.version());
        boolean converted = version < call.version();
        if (converted) {
            // Such a broker refuses task offsets, which a client sends because v1 was offered.
            request.setTaskOffsets(null).setTaskEndOffsets(null);
        }
        return call.<StreamsGroupHeartbeatResponseData>toBroker(request, version)
                .thenCompose(response -> {
                    if (converted) {
                        toNewer(response);
                    }
                    return decide(request, response, emptyAt, call, apis);
                });
    }

    private static void toNewer(StreamsGroupHeartbeatResponseData response) {
        response.setAcceptableRecoveryLagLegacy(0).setAcceptableRecoveryLag(NO_RECOVERY_LAG);
        boolean staysMember = response.errorCode() == Errors.NONE.code() && response.memberEpoch() >= 0;
        if (staysMember && response.taskOffsetIntervalMs() == 0) {
            response.setTaskOffsetIntervalMs(TASK_OFFSET_INTERVAL_MS);
        }
    }

    private CompletableFuture<StreamsGroupHeartbeatResponseData> decide(
            StreamsGroupHeartbeatRequestData request,
            StreamsGroupHeartbeatResponseData response,
            OptionalLong emptyAt,
            Call call,
            BrokerApis apis) {
        CompletableFuture<PushDecision.Outcome> decided;
        try {
            decided = decision.afterHeartbeat(request, response, emptyAt, call, apis);
        } catch (RuntimeException e) {
            decided = CompletableFuture.failedFuture(e);
        }
        return decided.handle((outcome, failure) -> {
            if (failure != null) {
                LOG.warn(
                        call,
                        () -> "Whether member " + LogText.quoted(request.memberId()) + " of group "
                                + LogText.quoted(request.groupId()) + " is to push its topology description"
                                + " could not be decided, so it is not asked: " + LogText.quoted(failure.toString()));
            } else if (outcome != PushDecision.Outcome.LEAVE) {
                response.setTopologyDescriptionRequired(outcome == PushDecision.Outcome.ASK);
            }
            return response;
        });
    }
}
