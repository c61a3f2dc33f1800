package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.log.LogText;
import dev.topoxy.filters.group.TopologyDescriptionIds;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides after a heartbeat whether its member is to push, and learns from it who is a member and which topology the
 * group has. In the steady state it answers from memory. Used on the connection's event loop only.
 */
final class PushDecision {

    enum Outcome {
        /** The member is to push. */
        ASK,
        /** The member need not push. */
        DO_NOT_ASK,
        /** The answer stays as the broker gave it. */
        LEAVE
    }

    private static final Logger log = LoggerFactory.getLogger(PushDecision.class);

    private final Flow flow;
    private final NativeBroker broker;
    private final AcceptedMembers members;
    private final Restarts restarts;

    PushDecision(Flow flow, NativeBroker broker, AcceptedMembers members, Restarts restarts) {
        this.flow = flow;
        this.broker = broker;
        this.members = members;
        this.restarts = restarts;
    }

    CompletableFuture<Outcome> afterHeartbeat(
            StreamsGroupHeartbeatRequestData request,
            StreamsGroupHeartbeatResponseData response,
            OptionalLong emptyAt,
            Call call,
            BrokerApis apis) {
        if (response.errorCode() != Errors.NONE.code() || request.memberEpoch() < 0) {
            members.dropped(request.groupId(), request.memberId());
            flow.registry().left(request.groupId(), request.memberId());
            return CompletableFuture.completedFuture(Outcome.LEAVE);
        }
        AcceptedMembers.Member member = members.accepted(request.groupId(), request.memberId(), response.status());
        StreamsGroupHeartbeatRequestData.Topology joined = request.topology();
        if (joined == null || member.isStale()) {
            return decide(member, request, call, apis);
        }
        return call.connection().clusterId().thenCompose(clusterId -> {
            TopologyVersion topology = TopologyDescriptionIds.of(clusterId, request.groupId(), joined);
            member.joinedWith(topology);
            flow.registry().learn(topology);
            if (call.version() < 1) {
                flow.registry().outline(request.groupId(), joined);
            }
            emptyAt.ifPresent(time -> restarts.began(topology, time, call));
            return decide(member, request, call, apis);
        });
    }

    private CompletableFuture<Outcome> decide(
            AcceptedMembers.Member member, StreamsGroupHeartbeatRequestData request, Call call, BrokerApis apis) {
        String groupId = request.groupId();
        flow.registry().heartbeat(groupId, request.memberId(), call.version() >= 1);
        if (call.version() < 1) {
            return CompletableFuture.completedFuture(Outcome.LEAVE);
        }
        NativeBroker.Server known = broker.known(apis);
        if (known == NativeBroker.Server.UNKNOWN) {
            return broker.decide(call, apis, groupId)
                    .thenCompose(server -> decide(server, member, groupId, call, apis));
        }
        return decide(known, member, groupId, call, apis);
    }

    private CompletableFuture<Outcome> decide(
            NativeBroker.Server server, AcceptedMembers.Member member, String groupId, Call call, BrokerApis apis) {
        if (server != NativeBroker.Server.PROXY) {
            return CompletableFuture.completedFuture(Outcome.LEAVE);
        }
        if (member.isStale()) {
            return CompletableFuture.completedFuture(Outcome.DO_NOT_ASK);
        }
        Optional<TopologyVersion> current = flow.registry().current(groupId);
        if (current.isEmpty() && member.joinedWith().isPresent()) {
            current = member.joinedWith();
            flow.registry().learn(current.get());
        }
        if (current.isPresent()) {
            return CompletableFuture.completedFuture(decide(current.get(), member, call));
        }
        if (!flow.registry().startAsking(groupId)) {
            return CompletableFuture.completedFuture(Outcome.DO_NOT_ASK);
        }
        return askBroker(groupId, call, apis)
                .thenApply(
                        topology -> topology.isPresent() ? decide(topology.get(), member, call) : Outcome.DO_NOT_ASK);
    }

    private Outcome decide(TopologyVersion topology, AcceptedMembers.Member member, Call call) {
        if (flow.registry().isRefused(topology)) {
            return Outcome.DO_NOT_ASK;
        }
        // The plugin hears of every heartbeat: it is how it knows that the group lives.
        boolean required = flow.service()
                .requiresTopologyPush(
                        call.context(), topology, member.joinedWith().isPresent());
        boolean push = required || flow.registry().askToRefresh(topology.groupId());
        if (push) {
            flow.registry().asked(topology.groupId());
            flow.listener().pushAsked();
            if (log.isDebugEnabled()) {
                log.debug(
                        "Connection {}: group {} is asked for its topology description, by {}",
                        call.connection().id(),
                        LogText.quoted(topology.groupId()),
                        LogText.quoted(call.context().clientId()));
            }
        }
        return push ? Outcome.ASK : Outcome.DO_NOT_ASK;
    }

    private CompletableFuture<Optional<TopologyVersion>> askBroker(String groupId, Call call, BrokerApis apis) {
        // Whatever goes wrong must be told to the registry, or nobody would ever ask again.
        return CompletableFuture.completedFuture(groupId)
                .thenCompose(id -> GroupQuestions.describe(call, apis, id)
                        .thenCombine(call.connection().clusterId(), PushDecision::described))
                .whenComplete((topology, failure) -> {
                    if (failure == null && topology.isPresent()) {
                        flow.registry().learn(topology.get());
                    } else {
                        flow.registry().askingFailed(groupId);
                    }
                });
    }

    private static Optional<TopologyVersion> described(DescribedGroup group, String clusterId) {
        return group.errorCode() == Errors.NONE.code() ? TopologyDescriptionIds.of(clusterId, group) : Optional.empty();
    }
}
