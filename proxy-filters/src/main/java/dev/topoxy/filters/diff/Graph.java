package dev.topoxy.filters.diff;

import dev.topoxy.filters.description.InternalTopics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** A description as a graph. Its parts are the subtopologies by position, and the global stores together. */
final class Graph {

    static final int GLOBAL = -1;

    final List<Vertex> vertices = new ArrayList<>();
    final List<String> subtopologyIds = new ArrayList<>();
    final InternalTopics internalTopics;

    Graph(StreamsGroupTopologyDescription description) {
        internalTopics = InternalTopics.of(description);
        for (Subtopology subtopology : description.subtopologies()) {
            add(subtopologyIds.size(), subtopology.nodes());
            subtopologyIds.add(subtopology.id());
        }
        for (GlobalStore store : description.globalStores()) {
            add(GLOBAL, List.of(store.source(), store.processor()));
        }
    }

    private void add(int part, Collection<Node> nodes) {
        Map<String, Vertex> byName = new HashMap<>();
        List<Vertex> added = new ArrayList<>();
        for (Node node : nodes) {
            Vertex vertex = vertex(part, node);
            vertices.add(vertex);
            added.add(vertex);
            byName.putIfAbsent(node.name(), vertex);
        }
        int at = 0;
        for (Node node : nodes) {
            Vertex vertex = added.get(at++);
            for (String name : new TreeSet<>(node.successors())) {
                Vertex successor = byName.get(name);
                if (successor == null) {
                    vertex.dangling.add(name);
                } else {
                    vertex.successors.add(successor);
                    successor.predecessors.add(vertex);
                }
            }
        }
    }

    private Vertex vertex(int part, Node node) {
        int index = vertices.size();
        if (node instanceof Source source) {
            return new Vertex(index, part, NodeKind.SOURCE, node.name(), source.topics(), Set.of());
        }
        if (node instanceof Sink sink) {
            Set<String> topics = sink.topic().map(Set::of).orElse(Set.of());
            return new Vertex(index, part, NodeKind.SINK, node.name(), topics, Set.of());
        }
        return new Vertex(index, part, NodeKind.PROCESSOR, node.name(), Set.of(), ((Processor) node).stores());
    }

    String subtopologyId(Vertex vertex) {
        return vertex.isGlobal() ? "" : subtopologyIds.get(vertex.part);
    }

    /** Names that vertices use, sorted. */
    Set<String> names(Predicate<Vertex> which, Function<Vertex, Set<String>> used) {
        Set<String> names = new TreeSet<>();
        for (Vertex vertex : vertices) {
            if (which.test(vertex)) {
                names.addAll(used.apply(vertex));
            }
        }
        return names;
    }
}
