package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResult;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResultCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeleteGroupsFilterTest {

    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("gone").on(broker);
    private final ScriptedService service = new ScriptedService();
    private final TopologyDescriptionFilters filters =
            new TopologyDescriptionFilters(service, TopologyDescriptionSettings.memory());
    private final ScriptedConnection connection = new ScriptedConnection(broker, filters);

    @BeforeEach
    void some_groups_can_be_deleted() {
        broker.answer(ApiKeys.DELETE_GROUPS, (DeleteGroupsRequestData request) -> {
            DeletableGroupResultCollection results = new DeletableGroupResultCollection();
            for (String id : request.groupsNames()) {
                Errors error = id.startsWith("gone") ? Errors.NONE : Errors.NON_EMPTY_GROUP;
                results.add(new DeletableGroupResult().setGroupId(id).setErrorCode(error.code()));
            }
            return new DeleteGroupsResponseData().setResults(results);
        });
    }

    @Test
    void descriptions_go_with_the_groups_that_were_deleted_and_with_no_others() {
        for (int version = 0; version <= 2; version++) {
            service.deleted.clear();
            DeleteGroupsResponseData answer = delete(version);
            assertThat(service.deleted).containsExactly("gone", "gone too");
            assertThat(answer.results().find("busy").errorCode()).isEqualTo(Errors.NON_EMPTY_GROUP.code());
            assertThat(broker.received(ApiKeys.DELETE_GROUPS).get(version).version())
                    .isEqualTo((short) version);
        }
    }

    @Test
    void a_plugin_that_fails_throws_or_hangs_neither_changes_nor_delays_the_answer() {
        DeleteGroupsResponseData expected = delete(2);
        service.delete = id -> CompletableFuture.failedFuture(new IllegalStateException("disk full"));
        assertThat(delete(2)).isEqualTo(expected);
        service.delete = id -> {
            throw new IllegalStateException("broken");
        };
        assertThat(delete(2)).isEqualTo(expected);
        service.delete = id -> new CompletableFuture<>();
        assertThat(delete(2)).isEqualTo(expected);
    }

    @Test
    void a_deleted_group_is_not_known_any_more() {
        ScriptedConnection other = new ScriptedConnection(broker, filters);
        var unused = connection.send(group.join("m1"), 1).join();
        unused = other.send(group.heartbeat("m2"), 1).join();
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).isEmpty();
        delete(2);
        unused = other.send(group.heartbeat("m2"), 1).join();
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).hasSize(1);
    }

    private DeleteGroupsResponseData delete(int version) {
        return connection
                .<DeleteGroupsResponseData>send(
                        new DeleteGroupsRequestData().setGroupsNames(List.of("gone", "busy", "gone too")), version)
                .join();
    }
}
