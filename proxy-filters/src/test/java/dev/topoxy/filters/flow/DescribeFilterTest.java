package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.wire.ApiVersionRange;
import dev.topoxy.filters.TopologyDescriptionFilters;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.description.DescribedDescription;
import dev.topoxy.filters.description.PushedDescription;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

class DescribeFilterTest {

    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("g1").on(broker);
    private final ScriptedService service = new ScriptedService();
    private final ScriptedConnection connection = new ScriptedConnection(
            broker, new TopologyDescriptionFilters(service, TopologyDescriptionSettings.memory()));
    private final StreamsGroupTopologyDescription description =
            PushedDescription.toRecord(group.push("m1").topologyDescription());

    @Test
    void both_versions_are_offered() {
        assertThat(connection.filter(ApiKeys.STREAMS_GROUP_DESCRIBE).offer(broker.apis()))
                .contains(ApiVersionRange.of(0, 1));
    }

    @Test
    void a_stored_description_is_attached_to_what_the_broker_says() {
        service.stored.put(group.topology(), description);
        DescribedGroup described = describe("g1").get(0);
        assertThat(described.topologyDescriptionStatus()).isEqualTo((byte) 3);
        assertThat(described.topologyDescription()).isEqualTo(DescribedDescription.fromRecord(description));
        assertThat(described.assignorName()).isNull();
        assertThat(described.groupState()).isEqualTo("Stable");
        assertThat(described.members()).hasSize(1);
    }

    @Test
    void a_push_sent_before_on_the_same_connection_counts() {
        CompletableFuture<Void> storing = new CompletableFuture<>();
        service.set = topology -> storing;
        var pushed = connection.send(group.push("m1"), 0);
        CompletableFuture<StreamsGroupDescribeResponseData> described = connection.send(
                new StreamsGroupDescribeRequestData().setGroupIds(List.of("g1")).setIncludeTopologyDescription(true),
                1);
        assertThat(described).isNotDone();
        storing.complete(null);
        assertThat(pushed).isCompleted();
        assertThat(described.join().groups().get(0).topologyDescriptionStatus()).isEqualTo((byte) 3);
    }

    @Test
    void nothing_stored_says_so() {
        assertStatus(1);
    }

    @Test
    void what_was_not_asked_for_is_not_looked_up() {
        service.get = topology -> {
            throw new AssertionError("nobody asked");
        };
        for (int version = 0; version < 2; version++) {
            StreamsGroupDescribeResponseData response = connection
                    .<StreamsGroupDescribeResponseData>send(
                            new StreamsGroupDescribeRequestData()
                                    .setGroupIds(List.of("g1"))
                                    .setIncludeAuthorizedOperations(true),
                            version)
                    .join();
            assertThat(response.groups().get(0).topologyDescriptionStatus()).isZero();
            assertThat(response.groups().get(0).topologyDescription()).isNull();
        }
        assertThat(broker.received(ApiKeys.STREAMS_GROUP_DESCRIBE)).allSatisfy(each -> {
            assertThat(each.version()).isZero();
            assertThat(((StreamsGroupDescribeRequestData) each.body()).includeAuthorizedOperations())
                    .isTrue();
        });
    }

    @Test
    void a_groups_own_error_is_left_alone() {
        group.describeError = Errors.GROUP_ID_NOT_FOUND;
        DescribedGroup described = describe("g1").get(0);
        assertThat(described.errorCode()).isEqualTo(Errors.GROUP_ID_NOT_FOUND.code());
        assertThat(described.errorMessage()).isEqualTo("Group g1 not found.");
        assertThat(described.topologyDescriptionStatus()).isZero();
    }

    @Test
    void a_group_without_topology_has_no_description() {
        broker.answer(
                ApiKeys.STREAMS_GROUP_DESCRIBE,
                (StreamsGroupDescribeRequestData request) -> new StreamsGroupDescribeResponseData()
                        .setGroups(List.of(new DescribedGroup().setGroupId("g1"))));
        assertStatus(1);
    }

    @Test
    void a_plugin_that_throws_or_fails_or_gives_nonsense_makes_an_error_of_that_group_only() {
        service.get = topology -> {
            throw new IllegalStateException("broken");
        };
        assertStatus(2);
        service.get = topology -> CompletableFuture.failedFuture(new IllegalStateException("broken\r\nagain"));
        assertStatus(2);
        Sink unwritable = new Sink("x".repeat(40_000), Optional.empty(), Set.of());
        service.get = topology -> CompletableFuture.completedFuture(Optional.of(
                topology.groupId().equals("bad")
                        ? new StreamsGroupTopologyDescription(
                                List.of(new Subtopology("0", List.of(unwritable))), List.of())
                        : description));
        List<DescribedGroup> groups = describe("good", "bad");
        assertThat(groups.get(0).topologyDescriptionStatus()).isEqualTo((byte) 3);
        assertThat(groups.get(1).topologyDescriptionStatus()).isEqualTo((byte) 2);
        assertThat(groups.get(1).topologyDescription()).isNull();
        assertThat(groups.get(1).errorCode()).isZero();
    }

    @Test
    void hundreds_of_groups_are_looked_up_at_the_same_time() {
        ConcurrentHashMap<TopologyVersion, CompletableFuture<Optional<StreamsGroupTopologyDescription>>> pending =
                new ConcurrentHashMap<>();
        service.get = topology -> pending.computeIfAbsent(topology, key -> new CompletableFuture<>());
        List<String> ids = IntStream.range(0, 500).mapToObj(i -> "g" + i).toList();
        CompletableFuture<StreamsGroupDescribeResponseData> answer = connection.send(request(ids), 1);

        assertThat(pending).hasSize(500);
        assertThat(answer).isNotDone();
        new ArrayList<>(pending.values()).parallelStream().forEach(each -> each.complete(Optional.of(description)));
        assertThat(answer.join().groups()).extracting(DescribedGroup::groupId).containsExactlyElementsOf(ids);
        assertThat(answer.join().groups())
                .allSatisfy(each -> assertThat(each.topologyDescriptionStatus()).isEqualTo((byte) 3));
    }

    @Test
    void a_description_of_another_topology_is_never_served() {
        service.stored.put(group.topology(), description);
        group.sourceTopic = "created again with another topic";
        assertStatus(1);
    }

    @Test
    void an_answer_about_no_group_is_passed_on() {
        assertThat(describe()).isEmpty();
    }

    private void assertStatus(int status) {
        DescribedGroup described = describe("g1").get(0);
        assertThat(described.topologyDescriptionStatus()).isEqualTo((byte) status);
        assertThat(described.topologyDescription()).isNull();
        assertThat(described.errorCode()).isZero();
    }

    private List<DescribedGroup> describe(String... ids) {
        return connection
                .<StreamsGroupDescribeResponseData>send(request(List.of(ids)), 1)
                .join()
                .groups();
    }

    private static StreamsGroupDescribeRequestData request(List<String> ids) {
        return new StreamsGroupDescribeRequestData().setGroupIds(ids).setIncludeTopologyDescription(true);
    }
}
