package dev.topoxy.diff;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;

/** What a released client pushes for a topology, made without running it. */
final class StreamsDescriptions {

    private final String applicationId;

    StreamsDescriptions(String applicationId) {
        this.applicationId = applicationId;
    }

    StreamsGroupTopologyDescription of(Topology topology) {
        TopologyDescription described = topology.describe();
        List<Subtopology> subtopologies = described.subtopologies().stream()
                .map(sub -> new Subtopology(
                        String.valueOf(sub.id()),
                        sub.nodes().stream().map(this::node).toList()))
                .toList();
        List<GlobalStore> globals = described.globalStores().stream()
                .map(store -> new GlobalStore((Source) node(store.source()), (Processor) node(store.processor())))
                .toList();
        return new StreamsGroupTopologyDescription(subtopologies, globals);
    }

    private Node node(TopologyDescription.Node node) {
        Set<String> successors =
                node.successors().stream().map(TopologyDescription.Node::name).collect(Collectors.toSet());
        if (node instanceof TopologyDescription.Source source) {
            Set<String> topics = Optional.ofNullable(source.topicSet()).orElse(Set.of());
            return new Source(
                    node.name(), topics.stream().map(this::decorated).collect(Collectors.toSet()), successors);
        }
        if (node instanceof TopologyDescription.Processor processor) {
            return new Processor(node.name(), processor.stores(), successors);
        }
        return new Sink(
                node.name(),
                Optional.ofNullable(((TopologyDescription.Sink) node).topic()).map(this::decorated),
                successors);
    }

    /** A client puts its application id before the topics that Streams makes. */
    private String decorated(String topic) {
        return topic.endsWith("-repartition") ? applicationId + "-" + topic : topic;
    }
}
