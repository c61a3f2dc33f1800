package dev.topoxy.app.groups;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/**
 * A description as {@code kafka-streams-groups --describe --topology} prints it: the form of {@code Topology.describe()}
 * with all lists sorted. What a push does not carry is not there: a pattern of topics, how a sink chooses its topic, the
 * ids of global stores, which are counted on from the subtopologies.
 */
public final class DescribeText {

    private final StringBuilder out = new StringBuilder("Topologies:\n");

    private DescribeText() {}

    public static String of(StreamsGroupTopologyDescription description) {
        return new DescribeText().write(description);
    }

    private String write(StreamsGroupTopologyDescription description) {
        for (Subtopology subtopology : description.subtopologies()) {
            block(subtopology.id(), subtopology.nodes());
        }
        int number = description.subtopologies().size();
        for (GlobalStore store : description.globalStores()) {
            block(number++ + " for global store (will not generate tasks)", List.of(store.source(), store.processor()));
        }
        return out.toString();
    }

    private void block(String title, Collection<? extends Node> nodes) {
        out.append("   Sub-topology: ").append(title).append('\n');
        Map<String, TreeSet<String>> predecessors = new HashMap<>();
        for (Node node : nodes) {
            node.successors()
                    .forEach(successor -> predecessors
                            .computeIfAbsent(successor, first -> new TreeSet<>())
                            .add(node.name()));
        }
        for (Node node : nodes) {
            node(node, predecessors.getOrDefault(node.name(), new TreeSet<>()));
        }
        out.append('\n');
    }

    private void node(Node node, Collection<String> before) {
        if (node instanceof Source source) {
            line("    Source: " + source.name() + " (topics: " + new TreeSet<>(source.topics()) + ")");
        } else if (node instanceof Processor processor) {
            line("    Processor: " + processor.name() + " (stores: " + new TreeSet<>(processor.stores()) + ")");
        } else if (node instanceof Sink sink) {
            line("    Sink: " + sink.name() + " (topic: " + sink.topic().orElse("null") + ")");
        }
        if (!(node instanceof Sink)) {
            line("      --> " + names(node.successors()));
        }
        if (!(node instanceof Source)) {
            line("      <-- " + names(before));
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String names(Collection<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", new TreeSet<>(names));
    }
}
