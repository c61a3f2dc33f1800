package dev.topoxy.app.groups;

import java.util.LinkedHashSet;
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
import org.apache.kafka.streams.TopologyDescription;

/** A real topology's description as its client pushes it. */
public final class Described {

    private Described() {}

    public static StreamsGroupTopologyDescription pushed(TopologyDescription description) {
        return new StreamsGroupTopologyDescription(
                description.subtopologies().stream()
                        .map(subtopology -> new Subtopology(
                                Integer.toString(subtopology.id()),
                                subtopology.nodes().stream()
                                        .map(Described::node)
                                        .toList()))
                        .toList(),
                description.globalStores().stream()
                        .map(store ->
                                new GlobalStore((Source) node(store.source()), (Processor) node(store.processor())))
                        .toList());
    }

    private static Node node(TopologyDescription.Node node) {
        Set<String> successors = node.successors().stream()
                .map(TopologyDescription.Node::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (node instanceof TopologyDescription.Source source) {
            Set<String> topics = source.topicSet() == null ? Set.of() : new LinkedHashSet<>(source.topicSet());
            return new Source(node.name(), topics, successors);
        }
        if (node instanceof TopologyDescription.Processor processor) {
            return new Processor(node.name(), new LinkedHashSet<>(processor.stores()), successors);
        }
        return new Sink(node.name(), Optional.ofNullable(((TopologyDescription.Sink) node).topic()), successors);
    }

    /** One subtopology that reads a topic, with a store. */
    public static StreamsGroupTopologyDescription small(String topic, String processor, String store, String sink) {
        return new StreamsGroupTopologyDescription(
                List.of(new Subtopology(
                        "0",
                        List.of(
                                new Source("source", Set.of(topic), Set.of(processor)),
                                new Processor(processor, Set.of(store), Set.of("sink")),
                                new Sink("sink", Optional.of(sink), Set.of())))),
                List.of());
    }
}
