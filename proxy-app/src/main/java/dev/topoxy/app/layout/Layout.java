package dev.topoxy.app.layout;

import dev.topoxy.app.layout.Graph.Edge;
import dev.topoxy.app.layout.Graph.Vertex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where the parts of a graph are: vertices in rows from top to bottom, edges leading downwards but for one of each cycle.
 *
 * @param centers of the vertices
 * @param ways of the edges: the points that each passes between its start and its end, so that it meets no vertex
 * @param turned of the edges: whether it leads upwards
 */
public record Layout(List<Point> centers, List<List<Point>> ways, List<Boolean> turned, double width, double height) {

    private static final int BEND_WIDTH = 8;

    /** Beyond this many bends, edges go straight: such a graph cannot be read along its edges anyway. */
    private static final int MOST_BENDS = 20_000;

    /**
     * Lays a graph out.
     *
     * @param gapX between neighbours in a row
     * @param gapY between rows
     */
    public static Layout of(Graph graph, double gapX, double gapY) {
        return new Maker(graph, gapX, gapY).make();
    }

    private static final class Maker {

        private final Graph graph;
        private final double gapX;
        private final double gapY;
        private final Ranks ranks;
        private final List<Spot> spots = new ArrayList<>();
        private final List<List<Spot>> rows = new ArrayList<>();
        private final List<List<Spot>> bends = new ArrayList<>();
        private final double[] tops;
        private final double[] bottoms;

        Maker(Graph graph, double gapX, double gapY) {
            this.graph = graph;
            this.gapX = gapX;
            this.gapY = gapY;
            ranks = Ranks.of(graph);
            tops = new double[ranks.count()];
            bottoms = new double[ranks.count()];
        }

        Layout make() {
            addSpots();
            RowOrder.improve(rows);
            Columns.place(rows, gapX);
            stack();
            return result();
        }

        private void addSpots() {
            for (int i = 0; i < ranks.count(); i++) {
                rows.add(new ArrayList<>());
            }
            for (int i = 0; i < graph.vertices().size(); i++) {
                add(graph.vertices().get(i).width(), false, ranks.row(i));
            }
            long all = 0;
            for (int edge = 0; edge < graph.edges().size(); edge++) {
                all += Math.max(0, length(edge) - 1);
            }
            for (int edge = 0; edge < graph.edges().size(); edge++) {
                bends.add(all > MOST_BENDS ? straight(edge) : bent(edge));
            }
        }

        private int length(int edge) {
            Edge downward = ranks.downward(edge);
            return ranks.row(downward.to()) - ranks.row(downward.from());
        }

        private Spot add(double width, boolean bend, int row) {
            Spot spot = new Spot(spots.size(), width, bend);
            spots.add(spot);
            rows.get(row).add(spot);
            return spot;
        }

        private List<Spot> straight(int edge) {
            return length(edge) == 1 ? bent(edge) : List.of();
        }

        private List<Spot> bent(int edge) {
            Edge downward = ranks.downward(edge);
            int last = ranks.row(downward.to());
            List<Spot> way = new ArrayList<>();
            Spot before = spots.get(downward.from());
            double shift = downward.fromShift();
            for (int row = ranks.row(downward.from()) + 1; row < last; row++) {
                Spot bend = add(BEND_WIDTH, true, row);
                Spot.join(before, shift, bend, 0);
                way.add(bend);
                before = bend;
                shift = 0;
            }
            if (downward.from() != downward.to()) {
                Spot.join(before, shift, spots.get(downward.to()), downward.toShift());
            }
            return way;
        }

        /** Puts the rows below each other. */
        private void stack() {
            for (int i = 0; i < graph.vertices().size(); i++) {
                int row = ranks.row(i);
                bottoms[row] = Math.max(bottoms[row], graph.vertices().get(i).height());
            }
            double y = 0;
            for (int row = 0; row < tops.length; row++) {
                tops[row] = y;
                bottoms[row] += y;
                y = bottoms[row] + gapY;
            }
        }

        /** Among much taller ones, one stands near to what it is joined to. */
        private double middle(int vertex) {
            int row = ranks.row(vertex);
            double height = graph.vertices().get(vertex).height();
            if (2 * height >= bottoms[row] - tops[row]) {
                return (tops[row] + bottoms[row]) / 2;
            }
            return spots.get(vertex).above.isEmpty() ? bottoms[row] - height / 2 : tops[row] + height / 2;
        }

        private Layout result() {
            double left = spots.stream()
                    .mapToDouble(spot -> spot.x - spot.width / 2)
                    .min()
                    .orElse(0);
            double right = spots.stream()
                    .mapToDouble(spot -> spot.x + spot.width / 2)
                    .max()
                    .orElse(0);
            List<Point> centers = new ArrayList<>();
            for (int i = 0; i < graph.vertices().size(); i++) {
                centers.add(new Point(spots.get(i).x - left, middle(i)));
            }
            List<List<Point>> ways = new ArrayList<>();
            List<Boolean> turned = new ArrayList<>();
            for (int edge = 0; edge < graph.edges().size(); edge++) {
                ways.add(way(edge, centers, left));
                turned.add(ranks.isTurned(edge));
            }
            double height = bottoms.length == 0 ? 0 : bottoms[bottoms.length - 1];
            return new Layout(centers, ways, turned, right - left, height);
        }

        /** Within a row straight down, so that all that leads aside does so between rows. */
        private List<Point> way(int edge, List<Point> centers, double left) {
            Edge downward = ranks.downward(edge);
            List<Point> way = new ArrayList<>();
            if (downward.from() == downward.to()) {
                return way;
            }
            Point start = centers.get(downward.from());
            Point end = centers.get(downward.to());
            int row = ranks.row(downward.from());
            if (start.y() + height(downward.from()) / 2 < bottoms[row] - 1) {
                way.add(new Point(start.x() + downward.fromShift(), bottoms[row]));
            }
            for (Spot bend : bends.get(edge)) {
                row++;
                way.add(new Point(bend.x - left, tops[row]));
                way.add(new Point(bend.x - left, bottoms[row]));
            }
            row = ranks.row(downward.to());
            if (end.y() - height(downward.to()) / 2 > tops[row] + 1) {
                way.add(new Point(end.x() + downward.toShift(), tops[row]));
            }
            if (ranks.isTurned(edge)) {
                Collections.reverse(way);
            }
            return way;
        }

        private double height(int vertex) {
            Vertex given = graph.vertices().get(vertex);
            return given.height();
        }
    }
}
