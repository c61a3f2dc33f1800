package dev.topoxy.filters.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** Makes descriptions in few words. Successors are named after the arrow, separated by blanks. */
final class TopologyMaker {

    private final Map<String, List<Node>> subtopologies = new LinkedHashMap<>();
    private final List<GlobalStore> globals = new ArrayList<>();
    private List<Node> current = new ArrayList<>();

    static TopologyMaker topology() {
        return new TopologyMaker().subtopology("0");
    }

    /** What follows belongs to that subtopology. */
    TopologyMaker subtopology(String id) {
        current = subtopologies.computeIfAbsent(id, unknown -> new ArrayList<>());
        return this;
    }

    TopologyMaker source(String name, String topics, String successors) {
        current.add(new Source(name, words(topics), words(successors)));
        return this;
    }

    TopologyMaker processor(String name, String stores, String successors) {
        current.add(new Processor(name, words(stores), words(successors)));
        return this;
    }

    /** A topic that is empty stands for one chosen for each record. */
    TopologyMaker sink(String name, String topic) {
        current.add(new Sink(name, topic.isEmpty() ? Optional.empty() : Optional.of(topic), Set.of()));
        return this;
    }

    TopologyMaker global(String source, String topic, String processor, String store) {
        globals.add(new GlobalStore(
                new Source(source, Set.of(topic), Set.of(processor)),
                new Processor(processor, Set.of(store), Set.of())));
        return this;
    }

    StreamsGroupTopologyDescription make() {
        List<Subtopology> made = new ArrayList<>();
        subtopologies.forEach((id, nodes) -> {
            if (!nodes.isEmpty()) {
                made.add(new Subtopology(id, List.copyOf(nodes)));
            }
        });
        return new StreamsGroupTopologyDescription(made, List.copyOf(globals));
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? Set.of() : Set.of(text.split(" "));
    }
}
