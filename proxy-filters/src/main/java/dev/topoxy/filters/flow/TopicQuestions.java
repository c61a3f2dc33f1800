package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.BrokerApis;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.wire.ApiVersionRange;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** What the proxy asks a broker about topics. It asks as the client, so the broker's own authorizer decides. */
final class TopicQuestions {

    private TopicQuestions() {}

    /** Those of a description's topics that the client may not describe. */
    static CompletableFuture<List<String>> denied(
            Call call, BrokerApis apis, StreamsGroupTopologyDescription description) {
        Set<String> topics = namedBy(description);
        if (topics.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        short version = apis.range(ApiKeys.METADATA)
                .flatMap(ApiVersionRange.understood(ApiKeys.METADATA)::intersect)
                .orElseThrow(() -> new UnsupportedVersionException("The broker and the proxy share no Metadata."))
                .max();
        MetadataRequestData request = new MetadataRequestData()
                .setAllowAutoTopicCreation(false)
                .setTopics(topics.stream()
                        .map(topic -> new MetadataRequestTopic().setName(topic))
                        .toList());
        return call.<MetadataResponseData>toBroker(request, version)
                .thenApply(response -> deniedOf(topics, response.topics()));
    }

    /** A topic about which nothing was said is as good as denied. */
    private static List<String> deniedOf(Set<String> asked, Collection<MetadataResponseTopic> answered) {
        Set<String> denied = new TreeSet<>(asked);
        for (MetadataResponseTopic topic : answered) {
            Errors error = Errors.forCode(topic.errorCode());
            if (error != Errors.TOPIC_AUTHORIZATION_FAILED && topic.name() != null) {
                denied.remove(topic.name());
            }
        }
        return List.copyOf(denied);
    }

    private static Set<String> namedBy(StreamsGroupTopologyDescription description) {
        Set<String> topics = new TreeSet<>();
        for (Subtopology subtopology : description.subtopologies()) {
            for (Node node : subtopology.nodes()) {
                if (node instanceof Source source) {
                    topics.addAll(source.topics());
                } else if (node instanceof Sink sink) {
                    sink.topic().ifPresent(topics::add);
                }
            }
        }
        for (GlobalStore store : description.globalStores()) {
            topics.addAll(store.source().topics());
        }
        return topics;
    }
}
