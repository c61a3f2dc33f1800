package dev.topoxy.app.drawing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Places vertices in layers from top to bottom so that edges lead downwards, with few crossings and short ways: the method
 * of Sugiyama. Cycles are broken; an edge over several layers gets a bend in each. Takes time in proportion to vertices
 * plus bends.
 */
final class Layers {

    private static final int SWEEPS = 8;
    private static final int STRAIGHTENINGS = 12;
    private static final int BEND_WIDTH = 8;

    /** Beyond this many bends, edges go straight: such a graph cannot be read along its edges anyway. */
    private static final int MOST_BENDS = 20_000;

    private final double[] widths;
    private final double[] heights;
    private final double gapX;
    private final double gapY;
    private final int count;
    private final List<int[]> edges;

    /** By edge: whether it was turned round to break a cycle. */
    private final boolean[] reversed;

    private final int[] layer;

    /** Vertices and, behind them, bends. */
    private final List<Spot> spots = new ArrayList<>();

    private final List<List<Spot>> rows = new ArrayList<>();
    private final List<List<Spot>> bends = new ArrayList<>();

    private static final class Spot {
        final double width;
        final List<Spot> above = new ArrayList<>();
        final List<Spot> below = new ArrayList<>();
        double x;
        int row;
        double rank;

        Spot(double width) {
            this.width = width;
        }
    }

    /** A point. */
    record Point(double x, double y) {}

    /**
     * Where everything is.
     *
     * @param centers of the vertices
     * @param bends of the edges, each from its start to its end
     */
    record Placement(List<Point> centers, List<List<Point>> bends, double width, double height) {}

    /**
     * Prepares a placement.
     *
     * @param edges pairs of a start and an end
     */
    Layers(double[] widths, double[] heights, List<int[]> edges, double gapX, double gapY) {
        this.widths = widths.clone();
        this.heights = heights.clone();
        this.count = widths.length;
        this.edges = edges;
        this.gapX = gapX;
        this.gapY = gapY;
        this.reversed = new boolean[edges.size()];
        this.layer = new int[count];
    }

    Placement place() {
        breakCycles();
        chooseLayers();
        addSpots();
        orderRows();
        straighten();
        return placement();
    }

    private int from(int edge) {
        return edges.get(edge)[reversed[edge] ? 1 : 0];
    }

    private int to(int edge) {
        return edges.get(edge)[reversed[edge] ? 0 : 1];
    }

    private List<List<Integer>> edgesByStart() {
        List<List<Integer>> byStart = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byStart.add(new ArrayList<>());
        }
        for (int edge = 0; edge < edges.size(); edge++) {
            byStart.get(from(edge)).add(edge);
        }
        return byStart;
    }

    /** Turns round each edge that leads back to where a walk came through. */
    private void breakCycles() {
        List<List<Integer>> byStart = edgesByStart();
        int[] state = new int[count];
        int[] next = new int[count];
        for (int root = 0; root < count; root++) {
            if (state[root] != 0) {
                continue;
            }
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
                int end = edges.get(edge)[1];
                if (state[end] == 1) {
                    reversed[edge] = true;
                } else if (state[end] == 0) {
                    state[end] = 1;
                    way.addLast(end);
                }
            }
        }
    }

    /** Each vertex below all that lead to it; those that nothing leads to just above the first they lead to. */
    private void chooseLayers() {
        List<List<Integer>> byStart = edgesByStart();
        int[] incoming = new int[count];
        for (int edge = 0; edge < edges.size(); edge++) {
            if (from(edge) != to(edge)) {
                incoming[to(edge)]++;
            }
        }
        boolean[] first = new boolean[count];
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            if (incoming[i] == 0) {
                first[i] = true;
                ready.add(i);
            }
        }
        for (Integer at = ready.poll(); at != null; at = ready.poll()) {
            for (int edge : byStart.get(at)) {
                int end = to(edge);
                if (end != at) {
                    layer[end] = Math.max(layer[end], layer[at] + 1);
                    if (--incoming[end] == 0) {
                        ready.add(end);
                    }
                }
            }
        }
        for (int i = 0; i < count; i++) {
            if (first[i] && !byStart.get(i).isEmpty()) {
                int nearest = Integer.MAX_VALUE;
                for (int edge : byStart.get(i)) {
                    nearest = Math.min(nearest, layer[to(edge)]);
                }
                layer[i] = Math.max(0, nearest - 1);
            }
        }
    }

    private void addSpots() {
        int depth = 1 + Arrays.stream(layer).max().orElse(-1);
        for (int i = 0; i < depth; i++) {
            rows.add(new ArrayList<>());
        }
        for (int i = 0; i < count; i++) {
            add(widths[i], layer[i]);
        }
        long all = 0;
        for (int edge = 0; edge < edges.size(); edge++) {
            all += Math.max(0, layer[to(edge)] - layer[from(edge)] - 1);
        }
        for (int edge = 0; edge < edges.size(); edge++) {
            List<Spot> way = new ArrayList<>();
            Spot before = spots.get(from(edge));
            for (int row = layer[from(edge)] + 1; row < layer[to(edge)] && all <= MOST_BENDS; row++) {
                Spot bend = add(BEND_WIDTH, row);
                join(before, bend);
                way.add(bend);
                before = bend;
            }
            join(before, spots.get(to(edge)));
            bends.add(way);
        }
    }

    private Spot add(double width, int row) {
        Spot spot = new Spot(width);
        spot.row = row;
        spots.add(spot);
        rows.get(row).add(spot);
        return spot;
    }

    private static void join(Spot upper, Spot lower) {
        if (upper != lower) {
            upper.below.add(lower);
            lower.above.add(upper);
        }
    }

    /** Puts each spot among its row where its neighbours of the row before are, down and up again. */
    private void orderRows() {
        rows.forEach(Layers::numberRow);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean down = sweep % 2 == 0;
            for (int i = 0; i < rows.size(); i++) {
                List<Spot> row = rows.get(down ? i : rows.size() - 1 - i);
                double[] wanted = new double[row.size()];
                for (int at = 0; at < row.size(); at++) {
                    Spot spot = row.get(at);
                    List<Spot> neighbours = down ? spot.above : spot.below;
                    wanted[at] = neighbours.isEmpty()
                            ? spot.rank
                            : neighbours.stream()
                                    .mapToDouble(neighbour -> neighbour.rank)
                                    .average()
                                    .orElse(spot.rank);
                }
                for (int at = 0; at < row.size(); at++) {
                    row.get(at).rank = wanted[at];
                }
                row.sort(Comparator.comparingDouble(spot -> spot.rank));
                numberRow(row);
            }
        }
    }

    /** Ranks run from 0 to 1 in each row, so that rows of different lengths compare. */
    private static void numberRow(List<Spot> row) {
        for (int i = 0; i < row.size(); i++) {
            row.get(i).rank = (i + 0.5) / row.size();
        }
    }

    /** Moves each spot to where its neighbours are, as far as its row allows. */
    private void straighten() {
        for (List<Spot> row : rows) {
            double x = 0;
            for (Spot spot : row) {
                spot.x = x + spot.width / 2;
                x += spot.width + gapX;
            }
        }
        for (int turn = 0; turn < STRAIGHTENINGS; turn++) {
            boolean down = turn % 2 == 0;
            for (int i = 0; i < rows.size(); i++) {
                settle(rows.get(down ? i : rows.size() - 1 - i), down, turn >= STRAIGHTENINGS - 2);
            }
        }
    }

    private void settle(List<Spot> row, boolean down, boolean both) {
        double[] wanted = new double[row.size()];
        for (int i = 0; i < row.size(); i++) {
            Spot spot = row.get(i);
            List<Spot> neighbours = new ArrayList<>(down ? spot.above : spot.below);
            if (both || neighbours.isEmpty()) {
                neighbours.addAll(down ? spot.below : spot.above);
            }
            wanted[i] = neighbours.stream()
                    .mapToDouble(neighbour -> neighbour.x)
                    .average()
                    .orElse(spot.x);
        }
        placeInOrder(row, wanted);
    }

    /** The places nearest to those wanted that keep order and distances: blocks that would overlap move as one. */
    private void placeInOrder(List<Spot> row, double[] wanted) {
        int size = row.size();
        double[] offset = new double[size];
        for (int i = 1; i < size; i++) {
            offset[i] = offset[i - 1] + row.get(i - 1).width / 2 + gapX + row.get(i).width / 2;
        }
        double[] sums = new double[size];
        int[] members = new int[size];
        int blocks = 0;
        for (int i = 0; i < size; i++) {
            sums[blocks] = wanted[i] - offset[i];
            members[blocks] = 1;
            blocks++;
            while (blocks > 1 && sums[blocks - 2] / members[blocks - 2] > sums[blocks - 1] / members[blocks - 1]) {
                sums[blocks - 2] += sums[blocks - 1];
                members[blocks - 2] += members[blocks - 1];
                blocks--;
            }
        }
        int at = 0;
        for (int block = 0; block < blocks; block++) {
            double place = sums[block] / members[block];
            for (int i = 0; i < members[block]; i++, at++) {
                row.get(at).x = place + offset[at];
            }
        }
    }

    private Placement placement() {
        double left = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        for (Spot spot : spots) {
            left = Math.min(left, spot.x - spot.width / 2);
            right = Math.max(right, spot.x + spot.width / 2);
        }
        double[] tall = new double[rows.size()];
        for (int i = 0; i < count; i++) {
            tall[layer[i]] = Math.max(tall[layer[i]], heights[i]);
        }
        double[] middles = new double[rows.size()];
        double y = 0;
        for (int row = 0; row < rows.size(); row++) {
            middles[row] = y + tall[row] / 2;
            y += tall[row] + gapY;
        }
        List<Point> centers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            centers.add(new Point(spots.get(i).x - left, middles[layer[i]]));
        }
        List<List<Point>> ways = new ArrayList<>();
        for (int edge = 0; edge < edges.size(); edge++) {
            List<Point> way = new ArrayList<>();
            for (Spot bend : bends.get(edge)) {
                way.add(new Point(bend.x - left, middles[bend.row]));
            }
            if (reversed[edge]) {
                Collections.reverse(way);
            }
            ways.add(way);
        }
        return new Placement(centers, ways, count == 0 ? 0 : right - left, Math.max(0, y - gapY));
    }
}
