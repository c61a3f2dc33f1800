package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.log.LogText;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a group that begins anew: its first member joins after it was empty. Its application may have been changed so
 * that neither epoch nor topics differ, which a broker does not see. Whether it is empty is asked before the join goes
 * on to the broker: then the first of several members that join at once finds it so, and no old member is needed to
 * judge by. Used on the connection's event loop only.
 */
final class Restarts {

    private static final Logger log = LoggerFactory.getLogger(Restarts.class);

    private final Flow flow;
    private final NativeBroker broker;

    Restarts(Flow flow, NativeBroker broker) {
        this.flow = flow;
        this.broker = broker;
    }

    /**
     * Where this heartbeat is a join to a group without members, as far as the broker tells: the time at which the group
     * had none, on the flow's clock.
     */
    CompletableFuture<OptionalLong> emptyBefore(StreamsGroupHeartbeatRequestData request, Call call, BrokerApis apis) {
        boolean join = request.memberEpoch() == 0 && request.topology() != null;
        if (!join || !flow.refreshes() || call.version() < 1) {
            return CompletableFuture.completedFuture(OptionalLong.empty());
        }
        long now = flow.nanoTime().getAsLong();
        String groupId = request.groupId();
        return CompletableFuture.completedFuture(groupId)
                .thenCompose(id -> broker.decide(call, apis, id))
                .thenCompose(server -> server == NativeBroker.Server.PROXY
                        ? GroupQuestions.describe(call, apis, groupId).thenApply(Restarts::isEmpty)
                        : CompletableFuture.completedFuture(false))
                .thenApply(empty -> empty ? OptionalLong.of(now) : OptionalLong.empty())
                .exceptionally(failure -> {
                    log.debug("cannot tell whether group {} is empty", LogText.quoted(groupId), failure);
                    return OptionalLong.empty();
                });
    }

    private static boolean isEmpty(DescribedGroup group) {
        Errors error = Errors.forCode(group.errorCode());
        return error == Errors.GROUP_ID_NOT_FOUND
                || (error == Errors.NONE && group.members().isEmpty());
    }

    /** The first member was let in. Where nothing is stored for the topology, it is asked for anyway. */
    void began(TopologyVersion topology, long emptyAt, Call call) {
        CompletableFuture<Void> unused = flow.service()
                .getTopology(call.context(), topology)
                .thenAccept(stored -> {
                    if (stored.isPresent()) {
                        flow.registry().refreshFrom(topology.groupId(), emptyAt);
                    }
                })
                .exceptionally(failure -> {
                    log.debug("group {} is not asked anew", LogText.quoted(topology.groupId()), failure);
                    return null;
                });
    }
}
