package dev.topoxy.filters.diff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which node of one graph is which of the other. Names given by people are matched as they are. Generated names are
 * matched by their surroundings, the widest first, and from there along the edges; where several fit, in the order of
 * their numbers, which is that of the program.
 */
final class Matching {

    private static final Comparator<Vertex> PROGRAM_ORDER = Comparator.comparingLong(
                    (Vertex vertex) -> vertex.name.number())
            .thenComparing(vertex -> vertex.name.text())
            .thenComparingInt(vertex -> vertex.index);

    private final Graph before;
    private final Graph after;
    private final Labels labels;
    private final @Nullable Vertex[] toAfter;
    private final @Nullable Vertex[] toBefore;
    private final Deque<Vertex> toVisit = new ArrayDeque<>();

    Matching(Graph before, Graph after) {
        this.before = before;
        this.after = after;
        labels = new Labels(before, after);
        toAfter = new Vertex[before.vertices.size()];
        toBefore = new Vertex[after.vertices.size()];
        if (before == after) {
            // Nodes that look alike, or share a name, could else be taken for one another.
            pairInOrder(before.vertices, after.vertices);
            return;
        }
        pairNamed();
        for (int level = labels.deepestLevel(); level >= 0; level--) {
            pairAlike(level, true);
        }
        for (int level = labels.deepestLevel(); level >= 0; level--) {
            pairAlike(level, false);
        }
        walk(Matching::role, Matching::role, false);
        walk(vertex -> vertex.kind, vertex -> vertex.kind, true);
    }

    /** The same node after. */
    Optional<Vertex> after(Vertex vertex) {
        return Optional.ofNullable(toAfter[vertex.index]);
    }

    /** The same node before. */
    Optional<Vertex> before(Vertex vertex) {
        return Optional.ofNullable(toBefore[vertex.index]);
    }

    private static Object role(Vertex vertex) {
        return List.of(vertex.kind, vertex.name.role());
    }

    private void pairNamed() {
        Function<Vertex, Object> name = vertex -> List.of(vertex.isGlobal(), vertex.kind, vertex.name.text());
        List<Vertex> named =
                before.vertices.stream().filter(v -> !v.name.generated()).toList();
        List<Vertex> others =
                after.vertices.stream().filter(v -> !v.name.generated()).toList();
        Map<Object, List<Vertex>> candidates = group(others, name);
        group(named, name).forEach((key, same) -> pairInOrder(same, candidates.getOrDefault(key, List.of())));
    }

    private void pairAlike(int level, boolean onlyUnique) {
        Function<Vertex, Object> ofBefore = vertex -> labels.ofBefore(vertex, level);
        Function<Vertex, Object> ofAfter = vertex -> labels.ofAfter(vertex, level);
        walk(ofBefore, ofAfter, false);
        Map<Object, List<Vertex>> candidates = group(unmatched(after.vertices, toBefore, level), ofAfter);
        group(unmatched(before.vertices, toAfter, level), ofBefore).forEach((label, alike) -> {
            List<Vertex> others = candidates.getOrDefault(label, List.of());
            if (onlyUnique && (alike.size() > 1 || others.size() > 1)) {
                return;
            }
            Deque<Vertex> rest = new ArrayDeque<>(others);
            for (Vertex vertex : alike) {
                while (!rest.isEmpty() && toBefore[rest.peek().index] != null) {
                    rest.poll();
                }
                if (!rest.isEmpty() && toAfter[vertex.index] == null) {
                    pair(vertex, rest.poll());
                    visit(ofBefore, ofAfter, false);
                }
            }
        });
    }

    /** A role alone says nothing about a place: without topics or stores it takes neighbours to recognise a node. */
    private static List<Vertex> unmatched(List<Vertex> vertices, @Nullable Vertex[] matches, int level) {
        return vertices.stream()
                .filter(vertex -> matches[vertex.index] == null)
                .filter(vertex -> level > 0 || !vertex.topics.isEmpty() || !vertex.stores.isEmpty())
                .toList();
    }

    /** Goes from all that is matched to neighbours that are alike. */
    private void walk(Function<Vertex, Object> ofBefore, Function<Vertex, Object> ofAfter, boolean renamed) {
        toVisit.clear();
        for (Vertex vertex : before.vertices) {
            if (toAfter[vertex.index] != null) {
                toVisit.add(vertex);
            }
        }
        visit(ofBefore, ofAfter, renamed);
    }

    private void visit(Function<Vertex, Object> ofBefore, Function<Vertex, Object> ofAfter, boolean renamed) {
        while (!toVisit.isEmpty()) {
            Vertex vertex = toVisit.poll();
            Vertex match = toAfter[vertex.index];
            if (match != null) {
                pairNeighbours(vertex.successors, match.successors, ofBefore, ofAfter, renamed);
                pairNeighbours(vertex.predecessors, match.predecessors, ofBefore, ofAfter, renamed);
            }
        }
    }

    private void pairNeighbours(
            List<Vertex> ofVertex,
            List<Vertex> ofMatch,
            Function<Vertex, Object> labelBefore,
            Function<Vertex, Object> labelAfter,
            boolean renamed) {
        List<Vertex> open =
                ofVertex.stream().filter(v -> toAfter[v.index] == null).toList();
        List<Vertex> others =
                ofMatch.stream().filter(v -> toBefore[v.index] == null).toList();
        if (open.isEmpty() || others.isEmpty()) {
            return;
        }
        Map<Object, List<Vertex>> candidates = group(others, labelAfter);
        group(open, labelBefore).forEach((label, alike) -> {
            List<Vertex> fitting = candidates.getOrDefault(label, List.of());
            if (!renamed) {
                pairInOrder(alike, fitting);
            } else if (alike.size() == 1 && fitting.size() == 1 && mayBeRenamed(alike.get(0), fitting.get(0))) {
                pair(alike.get(0), fitting.get(0));
            }
        });
    }

    /** Two generated names that differ in more than their numbers are two operators. */
    private static boolean mayBeRenamed(Vertex vertex, Vertex other) {
        return !vertex.name.generated() || !other.name.generated();
    }

    private void pairInOrder(List<Vertex> some, List<Vertex> others) {
        for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
            pair(some.get(i), others.get(i));
        }
    }

    private void pair(Vertex vertex, Vertex match) {
        toAfter[vertex.index] = match;
        toBefore[match.index] = vertex;
        toVisit.add(vertex);
    }

    private static Map<Object, List<Vertex>> group(List<Vertex> vertices, Function<Vertex, Object> label) {
        Map<Object, List<Vertex>> groups = new LinkedHashMap<>();
        vertices.stream()
                .sorted(PROGRAM_ORDER)
                .forEach(vertex -> groups.computeIfAbsent(label.apply(vertex), unknown -> new ArrayList<>())
                        .add(vertex));
        return groups;
    }
}
