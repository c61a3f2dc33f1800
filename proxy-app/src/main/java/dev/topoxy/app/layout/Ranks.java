package dev.topoxy.app.layout;

import dev.topoxy.app.layout.Graph.Edge;
import dev.topoxy.app.layout.Graph.Pin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

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
        return turned[edge]
                ? new Edge(given.to(), given.from(), given.toShift(), given.fromShift(), given.weight())
                : given;
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

    /**
     * Puts the vertices in a row in which edges of little weight lead back, and turns those round: what nothing leads to
     * comes first, what leads to nothing last, and of a cycle's vertices first the one that has most of its edges' weight
     * leading out; the method of Eades, Lin and Smyth.
     */
    private void breakCycles() {
        List<List<Integer>> touching = new ArrayList<>();
        long[] weightIn = new long[rows.length];
        long[] weightOut = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            touching.add(new ArrayList<>());
        }
        for (int number = 0; number < turned.length; number++) {
            Edge edge = graph.edges().get(number);
            if (edge.from() != edge.to()) {
                touching.get(edge.from()).add(number);
                touching.get(edge.to()).add(number);
                weightOut[edge.from()] += edge.weight();
                weightIn[edge.to()] += edge.weight();
            }
        }
        int[] place = new int[rows.length];
        int first = 1;
        int last = rows.length;
        PriorityQueue<Turn> open = new PriorityQueue<>();
        for (int i = 0; i < rows.length; i++) {
            open.add(Turn.of(i, weightIn[i], weightOut[i]));
        }
        for (Turn turn = open.poll(); turn != null; turn = open.poll()) {
            int vertex = turn.vertex;
            // What has changed since stands in the queue again.
            if (place[vertex] > 0 || !turn.equals(Turn.of(vertex, weightIn[vertex], weightOut[vertex]))) {
                continue;
            }
            place[vertex] = turn.urgency == Turn.LEADS_NOWHERE ? last-- : first++;
            for (int number : touching.get(vertex)) {
                Edge edge = graph.edges().get(number);
                int other = edge.from() == vertex ? edge.to() : edge.from();
                if (place[other] == 0) {
                    long[] weights = edge.from() == vertex ? weightIn : weightOut;
                    weights[other] -= edge.weight();
                    open.add(Turn.of(other, weightIn[other], weightOut[other]));
                }
            }
        }
        for (int number = 0; number < turned.length; number++) {
            Edge edge = graph.edges().get(number);
            turned[number] = place[edge.from()] >= place[edge.to()];
        }
    }

    /** Which vertex is placed next: one that leads nowhere any more, one that nothing leads to, else the best of the rest. */
    private record Turn(int vertex, long urgency) implements Comparable<Turn> {

        private static final long LEADS_NOWHERE = Long.MAX_VALUE;
        private static final long BEGINS = Long.MAX_VALUE - 1;

        static Turn of(int vertex, long weightIn, long weightOut) {
            return new Turn(vertex, weightOut == 0 ? LEADS_NOWHERE : weightIn == 0 ? BEGINS : weightOut - weightIn);
        }

        @Override
        public int compareTo(Turn other) {
            int more = Long.compare(other.urgency, urgency);
            return more != 0 ? more : Integer.compare(vertex, other.vertex);
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
