package dev.topoxy.app.layout;

import dev.topoxy.app.layout.Graph.Edge;
import dev.topoxy.app.layout.Graph.Pin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The row of each vertex, so that edges lead downwards; of a cycle's edges, one is turned round for that. */
final class Ranks {

    private final Graph graph;
    private final boolean[] turned;
    private final int[] rows;

    private Ranks(Graph graph) {
        this.graph = graph;
        turned = new boolean[graph.edges().size()];
        rows = new int[graph.vertices().size()];
    }

    static Ranks of(Graph graph) {
        Ranks ranks = new Ranks(graph);
        ranks.breakCycles();
        ranks.choose();
        return ranks;
    }

    boolean isTurned(int edge) {
        return turned[edge];
    }

    int row(int vertex) {
        return rows[vertex];
    }

    int count() {
        return 1 + Arrays.stream(rows).max().orElse(-1);
    }

    /** The edge as it leads downwards. */
    Edge downward(int edge) {
        Edge given = graph.edges().get(edge);
        return turned[edge] ? new Edge(given.to(), given.from(), given.toShift(), given.fromShift()) : given;
    }

    private List<List<Integer>> edgesByStart() {
        List<List<Integer>> byStart = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            byStart.add(new ArrayList<>());
        }
        for (int edge = 0; edge < turned.length; edge++) {
            byStart.get(downward(edge).from()).add(edge);
        }
        return byStart;
    }

    private int[] incoming() {
        int[] incoming = new int[rows.length];
        for (int edge = 0; edge < turned.length; edge++) {
            Edge downward = downward(edge);
            if (downward.from() != downward.to()) {
                incoming[downward.to()]++;
            }
        }
        return incoming;
    }

    /** Turns round each edge that leads back to where a walk came through; walks begin where nothing leads to. */
    private void breakCycles() {
        List<List<Integer>> byStart = edgesByStart();
        int[] incoming = incoming();
        int[] state = new int[rows.length];
        int[] next = new int[rows.length];
        for (boolean beginnings : new boolean[] {true, false}) {
            for (int root = 0; root < rows.length; root++) {
                if (state[root] == 0 && (!beginnings || incoming[root] == 0)) {
                    walk(root, byStart, state, next);
                }
            }
        }
    }

    private void walk(int root, List<List<Integer>> byStart, int[] state, int[] next) {
        ArrayDeque<Integer> way = new ArrayDeque<>(List.of(root));
        state[root] = 1;
        while (!way.isEmpty()) {
            int at = way.getLast();
            if (next[at] == byStart.get(at).size()) {
                state[at] = 2;
                way.removeLast();
                continue;
            }
            int edge = byStart.get(at).get(next[at]++);
            int end = graph.edges().get(edge).to();
            if (state[end] == 1) {
                turned[edge] = true;
            } else if (state[end] == 0) {
                state[end] = 1;
                way.addLast(end);
            }
        }
    }

    /** Each below all that lead to it; those that nothing leads to just above the first they lead to, unless pinned. */
    private void choose() {
        List<List<Integer>> byStart = edgesByStart();
        boolean[] beginning = new boolean[rows.length];
        int[] incoming = incoming();
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int i = 0; i < rows.length; i++) {
            beginning[i] = incoming[i] == 0;
            if (beginning[i]) {
                ready.add(i);
            }
        }
        for (Integer at = ready.poll(); at != null; at = ready.poll()) {
            for (int edge : byStart.get(at)) {
                int end = downward(edge).to();
                if (end != at) {
                    rows[end] = Math.max(rows[end], rows[at] + 1);
                    if (--incoming[end] == 0) {
                        ready.add(end);
                    }
                }
            }
        }
        int last = count() - 1;
        for (int i = 0; i < rows.length; i++) {
            Pin pin = graph.vertices().get(i).pin();
            if (beginning[i] && pin != Pin.FIRST_ROW) {
                rows[i] = byStart.get(i).stream()
                        .mapToInt(edge -> rows[downward(edge).to()] - 1)
                        .min()
                        .orElse(0);
                rows[i] = Math.max(0, rows[i]);
            }
            if (pin == Pin.LAST_ROW && byStart.get(i).isEmpty()) {
                rows[i] = last;
            }
        }
    }
}
