package dev.topoxy.app.groups;

import dev.topoxy.app.drawing.Sheet;
import dev.topoxy.app.drawing.Sheet.Mark;
import dev.topoxy.filters.diff.Edge;
import dev.topoxy.filters.diff.NameChanges;
import dev.topoxy.filters.diff.NodeChange;
import dev.topoxy.filters.diff.NodeChanges;
import dev.topoxy.filters.diff.NodeMove;
import dev.topoxy.filters.diff.NodeRef;
import dev.topoxy.filters.diff.Renaming;
import dev.topoxy.filters.diff.SubtopologyDiff;
import dev.topoxy.filters.diff.TopologyDiff;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** Two descriptions in one picture: the newer one with its changes marked, and in it what the older one had besides. */
public final class DiffSheet {

    private static final String REMOVED = " (removed)";

    private final Map<String, Subtopology> before = new HashMap<>();
    private final Map<String, Mark> nodes = new HashMap<>();
    private final Map<String, Mark> lines = new HashMap<>();
    private final Map<String, Mark> names = new HashMap<>();

    private DiffSheet() {}

    public static Sheet of(
            TopologyDiff diff, StreamsGroupTopologyDescription older, StreamsGroupTopologyDescription newer) {
        return new DiffSheet().make(diff, older, newer);
    }

    private Sheet make(
            TopologyDiff diff, StreamsGroupTopologyDescription older, StreamsGroupTopologyDescription newer) {
        older.subtopologies().forEach(subtopology -> before.putIfAbsent(subtopology.id(), subtopology));
        Map<String, SubtopologyDiff> byId = new HashMap<>();
        for (SubtopologyDiff subtopology : diff.subtopologies()) {
            subtopology.after().ifPresent(id -> byId.put(id, subtopology));
        }
        List<Subtopology> union = new ArrayList<>();
        for (Subtopology subtopology : newer.subtopologies()) {
            SubtopologyDiff changes = byId.get(subtopology.id());
            union.add(changes == null ? subtopology : merge(subtopology, changes));
        }
        for (SubtopologyDiff subtopology : diff.subtopologies()) {
            Subtopology gone = before.get(subtopology.before().orElse(""));
            if (subtopology.after().isEmpty() && gone != null) {
                union.add(removed(gone));
            }
        }
        markNames(diff);
        return TopologySheet.of(new StreamsGroupTopologyDescription(union, newer.globalStores()), marks());
    }

    private Subtopology removed(Subtopology gone) {
        String id = gone.id() + REMOVED;
        for (Node node : gone.nodes()) {
            nodes.put(key(id, node.name()), Mark.REMOVED);
            node.successors().forEach(successor -> lines.put(key(id, node.name(), successor), Mark.REMOVED));
        }
        return new Subtopology(id, gone.nodes());
    }

    private Subtopology merge(Subtopology now, SubtopologyDiff diff) {
        String id = now.id();
        NodeChanges changes = diff.nodes();
        changes.added().forEach(node -> nodes.put(key(id, node.name()), Mark.ADDED));
        changes.changed().forEach(change -> nodes.put(key(id, change.after()), Mark.CHANGED));
        changes.addedEdges().forEach(edge -> lines.put(key(id, edge.from(), edge.to()), Mark.ADDED));

        Map<String, Node> merged = new LinkedHashMap<>();
        now.nodes().forEach(node -> merged.putIfAbsent(node.name(), node));
        Map<String, String> nowCalled = namesNow(changes);
        Map<String, Node> earlier = new HashMap<>();
        diff.before().map(before::get).ifPresent(was -> was.nodes().forEach(node -> earlier.put(node.name(), node)));
        for (NodeRef gone : changes.removed()) {
            String name = merged.containsKey(gone.name()) ? gone.name() + REMOVED : gone.name();
            nowCalled.put(gone.name(), name);
            Node node = earlier.get(gone.name());
            if (node != null) {
                merged.put(name, with(node, name, Set.of()));
                nodes.put(key(id, name), Mark.REMOVED);
            }
        }
        for (Edge edge : changes.removedEdges()) {
            String from = nowCalled.getOrDefault(edge.from(), edge.from());
            String to = nowCalled.getOrDefault(edge.to(), edge.to());
            Node start = merged.get(from);
            if (start != null && merged.containsKey(to) && !start.successors().contains(to)) {
                Set<String> successors = new LinkedHashSet<>(start.successors());
                successors.add(to);
                merged.put(from, with(start, from, successors));
                lines.put(key(id, from, to), Mark.REMOVED);
            }
        }
        return new Subtopology(id, merged.values());
    }

    private static Map<String, String> namesNow(NodeChanges changes) {
        Map<String, String> now = new HashMap<>();
        for (NodeMove move : changes.moved()) {
            now.put(move.before(), move.after());
        }
        for (NodeChange change : changes.changed()) {
            now.put(change.before(), change.after());
        }
        return now;
    }

    private static Node with(Node node, String name, Set<String> successors) {
        if (node instanceof Source source) {
            return new Source(name, source.topics(), successors);
        }
        if (node instanceof Processor processor) {
            return new Processor(name, processor.stores(), successors);
        }
        return new Sink(name, node instanceof Sink sink ? sink.topic() : Optional.empty(), successors);
    }

    private void markNames(TopologyDiff diff) {
        mark(diff.resources().stores().added(), "s", Mark.ADDED);
        mark(diff.resources().stores().removed(), "s", Mark.REMOVED);
        mark(newNames(diff.resources().stores()), "s", Mark.CHANGED);
        for (var topics : List.of(
                diff.resources().sourceTopics(),
                diff.resources().sinkTopics(),
                diff.resources().internalTopics())) {
            mark(topics.added(), "t", Mark.ADDED);
            mark(topics.removed(), "t", Mark.REMOVED);
            mark(newNames(topics), "t", Mark.CHANGED);
        }
    }

    private static List<String> newNames(NameChanges changes) {
        return changes.renamed().stream().map(Renaming::after).toList();
    }

    private void mark(Collection<String> changed, String kind, Mark mark) {
        new HashSet<>(changed).forEach(name -> names.put(key(kind, name), mark));
    }

    private TopologySheet.Marks marks() {
        return new TopologySheet.Marks() {
            @Override
            public Mark node(String subtopologyId, String name) {
                return nodes.getOrDefault(key(subtopologyId, name), Mark.NONE);
            }

            @Override
            public Mark line(String subtopologyId, String from, String to) {
                return lines.getOrDefault(key(subtopologyId, from, to), Mark.NONE);
            }

            @Override
            public Mark topic(String name) {
                return names.getOrDefault(key("t", name), Mark.NONE);
            }

            @Override
            public Mark store(String name) {
                return names.getOrDefault(key("s", name), Mark.NONE);
            }
        };
    }

    private static String key(String... parts) {
        return String.join("\u0000", parts);
    }
}
