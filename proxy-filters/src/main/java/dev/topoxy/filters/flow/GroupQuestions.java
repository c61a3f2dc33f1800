package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/** What the proxy asks a broker about a group. It asks as the client, so the broker's own authorizer decides. */
final class GroupQuestions {

    /** From version 6 on, a streams group is an error. */
    private static final int DESCRIBE_GROUPS_VERSION = 5;

    private GroupQuestions() {}

    /** The group as StreamsGroupDescribe v0 tells it, with an error code where it does not. */
    static CompletableFuture<DescribedGroup> describe(Call call, BrokerApis apis, String groupId) {
        short version = BrokerVersions.newest(apis, ApiKeys.STREAMS_GROUP_DESCRIBE, 0);
        return call.<StreamsGroupDescribeResponseData>toBroker(
                        new StreamsGroupDescribeRequestData().setGroupIds(List.of(groupId)), version)
                .thenApply(response -> response.groups().get(0));
    }

    /**
     * Whether the client has READ on the group: NONE where it has, GROUP_AUTHORIZATION_FAILED where it has not, else the
     * error for which the broker did not tell.
     */
    static CompletableFuture<Errors> read(Call call, BrokerApis apis, String groupId) {
        short version = BrokerVersions.newest(apis, ApiKeys.DESCRIBE_GROUPS, DESCRIBE_GROUPS_VERSION);
        DescribeGroupsRequestData request =
                new DescribeGroupsRequestData().setGroups(List.of(groupId)).setIncludeAuthorizedOperations(true);
        return call.<DescribeGroupsResponseData>toBroker(request, version).thenCompose(response -> {
            DescribeGroupsResponseData.DescribedGroup group = response.groups().get(0);
            Errors error = Errors.forCode(group.errorCode());
            if (error == Errors.GROUP_AUTHORIZATION_FAILED) {
                return readWithoutDescribe(call, apis, groupId);
            }
            if (error == Errors.NONE && !mayRead(group.authorizedOperations())) {
                error = Errors.GROUP_AUTHORIZATION_FAILED;
            }
            return CompletableFuture.completedFuture(error);
        });
    }

    /**
     * Who is denied DESCRIBE may yet have READ, which is all a push needs. A heartbeat needs just that as well, and
     * without a member id it does nothing but get refused, after READ was checked.
     */
    private static CompletableFuture<Errors> readWithoutDescribe(Call call, BrokerApis apis, String groupId) {
        short version = BrokerVersions.newest(apis, ApiKeys.STREAMS_GROUP_HEARTBEAT, 0);
        StreamsGroupHeartbeatRequestData nobody =
                new StreamsGroupHeartbeatRequestData().setGroupId(groupId).setMemberId("");
        return call.<StreamsGroupHeartbeatResponseData>toBroker(nobody, version).thenApply(response -> {
            Errors error = Errors.forCode(response.errorCode());
            return error == Errors.INVALID_REQUEST ? Errors.NONE : error;
        });
    }

    private static boolean mayRead(int authorizedOperations) {
        // The lowest value stands for "not told", and has no other bit set.
        return (authorizedOperations & (1 << AclOperation.READ.code())) != 0;
    }
}
