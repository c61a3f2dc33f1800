package dev.topoxy.filters.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Labels for the nodes of two graphs: two nodes have the same label of a level where their surroundings are alike as
 * far as so many steps reach. Each level costs as much as there are edges, and there are few.
 */
final class Labels {

    /** Far enough to tell places apart; what lies further is found by walking from what was matched. */
    private static final int MAX_LEVEL = 24;

    private final List<int[]> beforeLevels = new ArrayList<>();
    private final List<int[]> afterLevels = new ArrayList<>();

    Labels(Graph before, Graph after) {
        Map<Object, Integer> known = new HashMap<>();
        beforeLevels.add(own(before, known));
        afterLevels.add(own(after, known));
        int classes = 0;
        while (known.size() > classes && beforeLevels.size() <= MAX_LEVEL) {
            classes = known.size();
            known = new HashMap<>();
            beforeLevels.add(widen(before, deepest(beforeLevels), known));
            afterLevels.add(widen(after, deepest(afterLevels), known));
        }
    }

    int deepestLevel() {
        return beforeLevels.size() - 1;
    }

    int ofBefore(Vertex vertex, int level) {
        return beforeLevels.get(level)[vertex.index];
    }

    int ofAfter(Vertex vertex, int level) {
        return afterLevels.get(level)[vertex.index];
    }

    private static int[] deepest(List<int[]> levels) {
        return levels.get(levels.size() - 1);
    }

    private static int[] own(Graph graph, Map<Object, Integer> known) {
        return graph.vertices.stream()
                .mapToInt(vertex -> number(
                        known,
                        List.of(
                                vertex.isGlobal(),
                                vertex.kind,
                                vertex.name.role(),
                                roles(vertex.topics),
                                roles(vertex.stores))))
                .toArray();
    }

    private static int[] widen(Graph graph, int[] labels, Map<Object, Integer> known) {
        return graph.vertices.stream()
                .mapToInt(vertex -> number(
                        known,
                        List.of(
                                labels[vertex.index],
                                sorted(vertex.successors, labels),
                                sorted(vertex.predecessors, labels))))
                .toArray();
    }

    private static int number(Map<Object, Integer> known, Object key) {
        return known.computeIfAbsent(key, unknown -> known.size());
    }

    private static List<String> roles(Collection<String> names) {
        return names.stream()
                .map(name -> GeneratedName.of(name).role())
                .sorted()
                .toList();
    }

    private static List<Integer> sorted(List<Vertex> neighbours, int[] labels) {
        int[] sorted =
                neighbours.stream().mapToInt(vertex -> labels[vertex.index]).toArray();
        Arrays.sort(sorted);
        return Arrays.stream(sorted).boxed().toList();
    }
}
