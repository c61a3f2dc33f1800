package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.group.TopologyDescriptionIds;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.protocol.Errors;

/**
 * The checks that a push must pass before the plugin sees it, in a broker's order and words. A check that fails completes
 * its future with the {@link ApiException} to answer. Used on the connection's event loop only.
 */
final class PushChecks {

    private final Flow flow;
    private final AcceptedMembers members;

    PushChecks(Flow flow, AcceptedMembers members) {
        this.flow = flow;
        this.members = members;
    }

    /**
     * All checks but those of the description itself.
     *
     * @param bytes how large the description is; asked once the client has proved that it may read the group
     * @return the topology that is being described
     */
    CompletableFuture<TopologyVersion> check(Push push, Supplier<Integer> bytes, Call call, BrokerApis apis) {
        return GroupQuestions.read(call, apis, push.groupId()).thenCompose(error -> {
            if (error != Errors.NONE && !isAboutThisGroup(error)) {
                throw error.exception();
            }
            if (error == Errors.NONE) {
                requireNotTooLarge(push, bytes.get());
            }
            requireIds(push);
            if (error != Errors.NONE) {
                throw error.exception();
            }
            return topologyOf(push, call, apis);
        });
    }

    /** The error for a description of that many bytes, which is remembered as too large where it is certain whose it is. */
    ApiException tooLarge(Push push, int bytes) {
        if (members.find(push.groupId(), push.memberId()).isPresent()) {
            flow.registry()
                    .current(push.groupId())
                    .filter(current -> current.epoch() == push.epoch())
                    .ifPresent(flow.registry()::refuse);
        }
        return Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.exception("The topology description of " + bytes
                + " bytes is larger than the " + flow.maxBytes() + " bytes that "
                + TopologyDescriptionSettings.MAX_BYTES_NAME + " allows.");
    }

    boolean isTooLarge(int bytes) {
        return flow.maxBytes() > 0 && bytes > flow.maxBytes();
    }

    private void requireNotTooLarge(Push push, int bytes) {
        if (isTooLarge(bytes)) {
            throw tooLarge(push, bytes);
        }
    }

    private static void requireIds(Push push) {
        if (push.memberId().trim().isEmpty()) {
            throw new InvalidRequestException("MemberId can't be empty.");
        }
        if (push.groupId().trim().isEmpty()) {
            throw new InvalidRequestException("GroupId can't be empty.");
        }
    }

    /** A broker looks at ids before it finds that a group is not its own, but after everything else. */
    private static boolean isAboutThisGroup(Errors error) {
        return error == Errors.NOT_COORDINATOR || error == Errors.COORDINATOR_LOAD_IN_PROGRESS;
    }

    private CompletableFuture<TopologyVersion> topologyOf(Push push, Call call, BrokerApis apis) {
        return GroupQuestions.describe(call, apis, push.groupId())
                .thenCombine(call.connection().clusterId(), (group, clusterId) -> topologyOf(push, group, clusterId));
    }

    private TopologyVersion topologyOf(Push push, DescribedGroup group, String clusterId) {
        Errors error = Errors.forCode(group.errorCode());
        return switch (error) {
            case NONE -> described(push, group, clusterId);
            case TOPIC_AUTHORIZATION_FAILED, GROUP_AUTHORIZATION_FAILED -> fromEvidence(push);
            default -> throw error.exception(group.errorMessage());
        };
    }

    private TopologyVersion described(Push push, DescribedGroup group, String clusterId) {
        if (group.members().stream().noneMatch(member -> member.memberId().equals(push.memberId()))) {
            throw unknownMember(push);
        }
        if (group.topology() != null) {
            requireEpoch(push, group.topology().epoch());
        }
        Optional<TopologyVersion> topology = TopologyDescriptionIds.of(clusterId, group);
        topology.ifPresent(flow.registry()::learn);
        return topology.or(() -> flow.registry().current(push.groupId())).orElseThrow(PushChecks::unknownTopology);
    }

    /** READ is proved, but the broker does not let this client describe the group: the member's heartbeats must do. */
    private TopologyVersion fromEvidence(Push push) {
        AcceptedMembers.Member member =
                members.find(push.groupId(), push.memberId()).orElseThrow(() -> unknownMember(push));
        TopologyVersion topology =
                flow.registry().current(push.groupId()).or(member::joinedWith).orElseThrow(PushChecks::unknownTopology);
        requireEpoch(push, topology.epoch());
        return topology;
    }

    private static void requireEpoch(Push push, int current) {
        if (push.epoch() != current) {
            throw new InvalidRequestException("Topology epoch " + push.epoch()
                    + " does not match the group's current topology epoch " + current + ".");
        }
    }

    private static UnknownMemberIdException unknownMember(Push push) {
        return new UnknownMemberIdException(
                "Member " + push.memberId() + " is not a member of group " + push.groupId() + ".");
    }

    private static ApiException unknownTopology() {
        return Errors.STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED.exception(
                "The broker does not tell which topology the group has: grant the client DESCRIBE on the group and its"
                        + " topics, or restart the member.");
    }
}
