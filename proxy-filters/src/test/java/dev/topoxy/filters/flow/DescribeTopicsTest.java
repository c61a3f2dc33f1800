package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code describe.topics: authorized} a description is given only to who may describe all that it names. */
class DescribeTopicsTest {

    private static final byte NOT_STORED = 1;
    private static final byte AVAILABLE = 3;

    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("g1").on(broker);
    private final ScriptedService service = new ScriptedService();

    DescribeTopicsTest() {
        broker.speaks(ApiKeys.METADATA, 0, 13);
        service.stored.put(
                group.topology(),
                new StreamsGroupTopologyDescription(
                        List.of(new Subtopology(
                                "0",
                                List.of(
                                        new Source("s", Set.of("in"), Set.of("k")),
                                        new Sink("k", Optional.of("out"), Set.of())))),
                        List.of(new GlobalStore(
                                new Source("g", Set.of("global"), Set.of("p")),
                                new Processor("p", Set.of(), Set.of())))));
    }

    private void broker(String denied, Errors otherwise) {
        broker.<MetadataRequestData>answer(ApiKeys.METADATA, request -> {
            MetadataResponseData response = new MetadataResponseData();
            request.topics()
                    .forEach(topic -> response.topics()
                            .add(new MetadataResponseTopic()
                                    .setName(topic.name())
                                    .setErrorCode((topic.name().equals(denied)
                                                    ? Errors.TOPIC_AUTHORIZATION_FAILED
                                                    : otherwise)
                                            .code())));
            return response;
        });
    }

    private byte status(DescribeTopics setting) {
        Flow flow = new Flow(
                service,
                new GroupRegistry(GroupRegistry.Limits.DEFAULT, System::nanoTime),
                NativeMode.AUTO,
                0,
                RefreshMode.NEVER,
                setting,
                System::nanoTime,
                TopologyListener.NONE);
        return new ScriptedConnection(broker, flow::filters)
                .<StreamsGroupDescribeResponseData>send(
                        new StreamsGroupDescribeRequestData()
                                .setGroupIds(List.of("g1"))
                                .setIncludeTopologyDescription(true),
                        1)
                .join()
                .groups()
                .get(0)
                .topologyDescriptionStatus();
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "UNKNOWN_TOPIC_OR_PARTITION"})
    void who_may_describe_every_topic_is_given_the_description_and_no_topic_comes_to_be(Errors told) {
        broker("none", told);
        assertThat(status(DescribeTopics.AUTHORIZED)).isEqualTo(AVAILABLE);
        assertThat(broker.received(ApiKeys.METADATA)).singleElement().satisfies(asked -> {
            MetadataRequestData request = (MetadataRequestData) asked.body();
            assertThat(request.allowAutoTopicCreation()).isFalse();
            assertThat(request.topics())
                    .extracting(MetadataRequestData.MetadataRequestTopic::name)
                    .containsExactly("global", "in", "out");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"in", "out", "global"})
    void who_may_not_describe_one_of_them_is_given_none(String denied) {
        broker(denied, Errors.NONE);
        assertThat(status(DescribeTopics.AUTHORIZED)).isEqualTo(NOT_STORED);
    }

    @Test
    void a_topic_that_the_broker_leaves_out_counts_as_denied() {
        broker.answer(ApiKeys.METADATA, request -> new MetadataResponseData());
        assertThat(status(DescribeTopics.AUTHORIZED)).isEqualTo(NOT_STORED);
    }

    @Test
    void by_default_nobody_is_asked() {
        assertThat(status(DescribeTopics.GROUP)).isEqualTo(AVAILABLE);
        assertThat(broker.received(ApiKeys.METADATA)).isEmpty();
    }
}
