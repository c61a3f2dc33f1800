package dev.topoxy.filters.diff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Makes a diff from two graphs once it is known what is what in them. */
final class Comparison {

    private final String applicationId;
    private final Graph before;
    private final Graph after;
    private final Matching matching;
    private final Map<String, String> stores;
    private final Map<String, String> internalTopics;
    private final Map<Integer, Integer> parts;

    Comparison(String applicationId, Graph before, Graph after) {
        this.applicationId = applicationId;
        this.before = before;
        this.after = after;
        matching = new Matching(before, after);
        Function<Vertex, Set<String>> storesOf = vertex -> vertex.stores;
        stores = NameMatching.of(before, matching, storesOf, storesOf, after.names(vertex -> true, storesOf));
        internalTopics = NameMatching.of(
                before,
                matching,
                vertex -> internal(before, vertex),
                vertex -> internal(after, vertex),
                after.names(vertex -> true, vertex -> internal(after, vertex)));
        parts = parts();
    }

    private static Set<String> internal(Graph graph, Vertex vertex) {
        return having(vertex.topics, graph.internalTopics::contains);
    }

    private static Set<String> external(Graph graph, Vertex vertex, NodeKind kind) {
        return vertex.kind == kind ? having(vertex.topics, t -> !graph.internalTopics.contains(t)) : Set.of();
    }

    private static Set<String> having(Set<String> names, Predicate<String> which) {
        Set<String> some = new TreeSet<>(names);
        some.removeIf(which.negate());
        return some;
    }

    /** Pairs subtopologies by how many nodes they share, the most first. */
    private Map<Integer, Integer> parts() {
        Map<List<Integer>, Integer> shared = new HashMap<>();
        for (Vertex vertex : before.vertices) {
            matching.after(vertex)
                    .filter(match -> !match.isGlobal() && !vertex.isGlobal())
                    .ifPresent(match -> shared.merge(List.of(vertex.part, match.part), 1, Integer::sum));
        }
        Comparator<Map.Entry<List<Integer>, Integer>> mostFirst = Comparator.comparingInt(entry -> -entry.getValue());
        Map<Integer, Integer> pairs = new TreeMap<>();
        Set<Integer> taken = new TreeSet<>();
        shared.entrySet().stream()
                .sorted(mostFirst
                        .thenComparingInt(entry -> entry.getKey().get(0))
                        .thenComparingInt(entry -> entry.getKey().get(1)))
                .map(Map.Entry::getKey)
                .forEach(pair -> {
                    if (!pairs.containsKey(pair.get(0)) && taken.add(pair.get(1))) {
                        pairs.put(pair.get(0), pair.get(1));
                    }
                });
        pairEmpty(pairs);
        return pairs;
    }

    /** What has no nodes is known by its id alone. */
    private void pairEmpty(Map<Integer, Integer> pairs) {
        Map<String, Deque<Integer>> open = new HashMap<>();
        for (int part : emptyParts(after)) {
            open.computeIfAbsent(after.subtopologyIds.get(part), id -> new ArrayDeque<>())
                    .add(part);
        }
        for (int part : emptyParts(before)) {
            Deque<Integer> same = open.get(before.subtopologyIds.get(part));
            if (same != null && !same.isEmpty()) {
                pairs.put(part, same.remove());
            }
        }
    }

    private static Set<Integer> emptyParts(Graph graph) {
        Set<Integer> parts = new TreeSet<>();
        for (int part = 0; part < graph.subtopologyIds.size(); part++) {
            parts.add(part);
        }
        graph.vertices.forEach(vertex -> parts.remove(vertex.part));
        return parts;
    }

    TopologyDiff diff() {
        Changes changes = new Changes();
        List<SubtopologyDiff> subtopologies = new ArrayList<>();
        Map<Integer, Integer> beforeOf = new HashMap<>();
        parts.forEach((from, to) -> beforeOf.put(to, from));
        for (int part = 0; part < after.subtopologyIds.size(); part++) {
            subtopologies.add(subtopology(Optional.ofNullable(beforeOf.get(part)), Optional.of(part), changes));
        }
        for (int part = 0; part < before.subtopologyIds.size(); part++) {
            if (!parts.containsKey(part)) {
                subtopologies.add(subtopology(Optional.of(part), Optional.empty(), changes));
            }
        }
        NodeChanges globalNodes = changes.of(Optional.of(Graph.GLOBAL), Optional.of(Graph.GLOBAL));
        NameChanges globalStores = NameChanges.between(
                before.names(Vertex::isGlobal, vertex -> vertex.stores),
                after.names(Vertex::isGlobal, vertex -> vertex.stores),
                stores);
        ResourceChanges resources = resources(vertex -> true, vertex -> true);
        List<Consequence> consequences = new Consequences(
                        applicationId, before, after, stores, resources, globalStores, globalNodes)
                .of(subtopologies);
        return new TopologyDiff(subtopologies, globalNodes, globalStores, resources, consequences);
    }

    private SubtopologyDiff subtopology(Optional<Integer> from, Optional<Integer> to, Changes changes) {
        return new SubtopologyDiff(
                from.map(before.subtopologyIds::get),
                to.map(after.subtopologyIds::get),
                changes.of(from, to),
                resources(
                        vertex -> from.isPresent() && vertex.part == from.get(),
                        vertex -> to.isPresent() && vertex.part == to.get()));
    }

    private ResourceChanges resources(Predicate<Vertex> inBefore, Predicate<Vertex> inAfter) {
        Function<Vertex, Set<String>> localStores = vertex -> vertex.isGlobal() ? Set.of() : vertex.stores;
        return new ResourceChanges(
                NameChanges.between(before.names(inBefore, localStores), after.names(inAfter, localStores), stores),
                external(inBefore, inAfter, NodeKind.SOURCE),
                external(inBefore, inAfter, NodeKind.SINK),
                NameChanges.between(
                        before.names(inBefore, vertex -> internal(before, vertex)),
                        after.names(inAfter, vertex -> internal(after, vertex)),
                        internalTopics));
    }

    private NameChanges external(Predicate<Vertex> inBefore, Predicate<Vertex> inAfter, NodeKind kind) {
        return NameChanges.between(
                before.names(inBefore, vertex -> external(before, vertex, kind)),
                after.names(inAfter, vertex -> external(after, vertex, kind)),
                Map.of());
    }

    /** The changes of nodes, found in one pass over each graph and kept by part. */
    private final class Changes {
        private final Map<Integer, List<NodeRef>> added = new HashMap<>();
        private final Map<Integer, List<NodeRef>> removed = new HashMap<>();
        private final Map<Integer, List<NodeMove>> moved = new HashMap<>();
        private final Map<Integer, List<NodeChange>> changed = new HashMap<>();
        private final Map<Integer, List<Edge>> addedEdges = new HashMap<>();
        private final Map<Integer, List<Edge>> removedEdges = new HashMap<>();

        private Changes() {
            for (Vertex vertex : before.vertices) {
                matching.after(vertex)
                        .ifPresentOrElse(match -> compare(vertex, match), () -> put(removed, vertex.part, ref(vertex)));
                edges(vertex, matching::after, removedEdges);
            }
            for (Vertex vertex : after.vertices) {
                if (matching.before(vertex).isEmpty()) {
                    put(added, vertex.part, ref(vertex));
                }
                edges(vertex, matching::before, addedEdges);
            }
        }

        private NodeChanges of(Optional<Integer> from, Optional<Integer> to) {
            return new NodeChanges(
                    get(added, to),
                    get(removed, from),
                    get(moved, to),
                    get(changed, to),
                    get(addedEdges, to),
                    get(removedEdges, from));
        }

        private void compare(Vertex vertex, Vertex match) {
            boolean samePart = vertex.isGlobal() || parts.getOrDefault(vertex.part, Graph.GLOBAL) == match.part;
            String name = vertex.name.text();
            String now = match.name.text();
            if (!name.equals(now) || !samePart) {
                boolean renumbered = name.equals(now) || Renaming.of(name, now).renumbered();
                put(
                        moved,
                        match.part,
                        new NodeMove(
                                match.kind,
                                name,
                                now,
                                renumbered,
                                before.subtopologyId(vertex),
                                after.subtopologyId(match)));
            }
            NameChanges topics = NameChanges.between(vertex.topics, match.topics, known(internalTopics, vertex.topics));
            NameChanges used = NameChanges.between(vertex.stores, match.stores, known(stores, vertex.stores));
            if (!topics.isRenumberingOnly() || !used.isRenumberingOnly()) {
                put(changed, match.part, new NodeChange(match.kind, name, now, topics, used));
            }
        }

        private Map<String, String> known(Map<String, String> pairs, Set<String> names) {
            Map<String, String> known = new HashMap<>();
            for (String name : names) {
                String now = pairs.get(name);
                if (now != null) {
                    known.put(name, now);
                }
            }
            return known;
        }

        /** Records the edges of a vertex that its match on the other side does not have. */
        private void edges(
                Vertex vertex, Function<Vertex, Optional<Vertex>> toOther, Map<Integer, List<Edge>> missing) {
            Optional<Vertex> match = toOther.apply(vertex);
            Set<Integer> there = new TreeSet<>();
            match.ifPresent(other -> other.successors.forEach(successor -> there.add(successor.index)));
            for (Vertex successor : vertex.successors) {
                Optional<Vertex> other = toOther.apply(successor);
                if (other.isEmpty() || !there.contains(other.get().index)) {
                    put(missing, vertex.part, new Edge(vertex.name.text(), successor.name.text()));
                }
            }
            for (String name : vertex.dangling) {
                if (match.isEmpty() || !match.get().dangling.contains(name)) {
                    put(missing, vertex.part, new Edge(vertex.name.text(), name));
                }
            }
        }

        private NodeRef ref(Vertex vertex) {
            return new NodeRef(vertex.kind, vertex.name.text());
        }

        private static <T> void put(Map<Integer, List<T>> lists, int part, T item) {
            lists.computeIfAbsent(part, unknown -> new ArrayList<>()).add(item);
        }

        private static <T> List<T> get(Map<Integer, List<T>> lists, Optional<Integer> part) {
            return part.map(present -> lists.getOrDefault(present, List.of())).orElse(List.of());
        }
    }
}
