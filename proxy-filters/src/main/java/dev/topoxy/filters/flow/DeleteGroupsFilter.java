package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.Call;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.log.LogText;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResult;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/** Has the descriptions of groups deleted once the broker deleted the groups. The answer neither waits for it nor changes. */
final class DeleteGroupsFilter implements Filter<DeleteGroupsRequestData, DeleteGroupsResponseData> {

    private static final ClientWarnings LOG = new ClientWarnings(DeleteGroupsFilter.class);

    private final Flow flow;
    private final NativeBroker broker;

    DeleteGroupsFilter(Flow flow, NativeBroker broker) {
        this.flow = flow;
        this.broker = broker;
    }

    @Override
    public ApiKeys apiKey() {
        return ApiKeys.DELETE_GROUPS;
    }

    @Override
    public CompletableFuture<DeleteGroupsResponseData> handle(DeleteGroupsRequestData request, Call call) {
        return call.<DeleteGroupsResponseData>toBroker(request, call.version()).thenApply(response -> {
            for (DeletableGroupResult result : response.results()) {
                if (result.errorCode() == Errors.NONE.code()) {
                    deleted(result.groupId(), call);
                }
            }
            return response;
        });
    }

    private void deleted(String groupId, Call call) {
        flow.registry().forget(groupId);
        boolean brokerServes = call.connection()
                .knownBrokerApis()
                .filter(apis -> broker.known(apis) == NativeBroker.Server.BROKER)
                .isPresent();
        if (brokerServes) {
            return;
        }
        CompletableFuture<Void> deleting;
        try {
            deleting = flow.service().deleteTopology(call.context(), groupId);
        } catch (RuntimeException e) {
            deleting = CompletableFuture.failedFuture(e);
        }
        var unused = deleting.whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.warn(
                        call,
                        () -> "Group " + LogText.quoted(groupId)
                                + " was deleted, but not its topology description: "
                                + LogText.quoted(
                                        Errors.maybeUnwrapException(failure).toString()));
            }
        });
    }
}
