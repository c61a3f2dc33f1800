package dev.topoxy.app.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.topoxy.app.layout.Graph.Edge;
import dev.topoxy.app.layout.Graph.Pin;
import dev.topoxy.app.layout.Graph.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LayoutTest {

    private static final double GAP = 20;
    private static final List<Pin> PINS = List.of(Pin.values());

    private static Graph graph(int vertices, int... edges) {
        List<Vertex> all = new ArrayList<>();
        for (int i = 0; i < vertices; i++) {
            all.add(new Vertex(100, 30, Pin.NONE));
        }
        return new Graph(all, edges(edges));
    }

    private static List<Edge> edges(int... ends) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < ends.length; i += 2) {
            edges.add(new Edge(ends[i], ends[i + 1], 0, 0, 1));
        }
        return edges;
    }

    private static Layout layOut(Graph graph) {
        return Layout.of(graph, GAP, GAP);
    }

    private static List<Point> whole(Graph graph, Layout layout, int edge) {
        Edge given = graph.edges().get(edge);
        List<Point> whole = new ArrayList<>(List.of(layout.centers().get(given.from())));
        whole.addAll(layout.ways().get(edge));
        whole.add(layout.centers().get(given.to()));
        return whole;
    }

    @Test
    void a_chain_stands_in_one_line_though_it_has_branches() {
        Layout layout = layOut(graph(6, 0, 1, 1, 2, 2, 3, 1, 4, 2, 5));
        double line = layout.centers().get(0).x();
        assertThat(layout.centers().get(1).x()).isCloseTo(line, within(0.1));
        assertThat(layout.centers().subList(1, 4))
                .isSortedAccordingTo((one, other) -> Double.compare(one.y(), other.y()));
    }

    @Test
    void a_long_edge_passes_beside_what_stands_between() {
        Graph graph = graph(4, 0, 1, 1, 2, 2, 3, 0, 3);
        Layout layout = layOut(graph);
        assertThat(layout.ways().get(3))
                .hasSize(4)
                .allSatisfy(point -> assertThat(
                                Math.abs(point.x() - layout.centers().get(1).x()))
                        .isGreaterThan(50));
    }

    @Test
    void edges_that_need_not_cross_do_not() {
        // Two ladders, given in the order that crosses most.
        Graph graph = graph(8, 0, 7, 1, 6, 2, 5, 3, 4);
        Layout layout = layOut(graph);
        for (int one = 0; one < 4; one++) {
            for (int other = 0; other < one; other++) {
                double above = layout.centers().get(one).x()
                        - layout.centers().get(other).x();
                double below = layout.centers().get(7 - one).x()
                        - layout.centers().get(7 - other).x();
                assertThat(above * below).isPositive();
            }
        }
    }

    @Test
    void an_edge_that_leaves_aside_ends_straight_below_where_it_leaves() {
        Graph graph = new Graph(
                List.of(new Vertex(400, 100, Pin.NONE), new Vertex(60, 30, Pin.NONE)),
                List.of(new Edge(0, 1, 150, 0, 1)));
        Layout layout = layOut(graph);
        assertThat(layout.centers().get(1).x())
                .isCloseTo(layout.centers().get(0).x() + 150, within(0.1));
    }

    @Test
    void pinned_vertices_are_first_and_last() {
        Graph graph = new Graph(
                List.of(
                        new Vertex(50, 30, Pin.NONE),
                        new Vertex(50, 30, Pin.NONE),
                        new Vertex(50, 30, Pin.NONE),
                        new Vertex(50, 30, Pin.FIRST_ROW),
                        new Vertex(50, 30, Pin.LAST_ROW)),
                edges(0, 1, 1, 2, 3, 2, 0, 4));
        Layout layout = layOut(graph);
        assertThat(layout.centers().get(3).y())
                .isEqualTo(layout.centers().get(0).y());
        assertThat(layout.centers().get(4).y())
                .isEqualTo(layout.centers().get(2).y());
    }

    @Test
    void one_edge_of_a_cycle_leads_back_up() {
        Layout layout = layOut(graph(4, 0, 1, 1, 2, 2, 1, 2, 3));
        assertThat(layout.turned()).containsExactly(false, false, true, false);
    }

    @Test
    void of_a_cycle_the_edge_that_matters_least_leads_back_up() {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            edges.add(new Edge(i, (i + 1) % 5, 0, 0, i == 2 ? 1 : 5));
        }
        Layout layout = layOut(new Graph(graph(5).vertices(), edges));
        assertThat(layout.turned()).containsExactly(false, false, true, false, false);
    }

    /** Whatever a client sends: loops, double edges, islands. */
    @RepeatedTest(200)
    void nothing_overlaps_and_no_edge_meets_a_vertex_on_its_way(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        int count = 1 + random.nextInt(60);
        List<Vertex> vertices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            vertices.add(new Vertex(
                    20 + random.nextInt(300),
                    20 + random.nextInt(random.nextInt(5) == 0 ? 400 : 30),
                    PINS.get(random.nextInt(PINS.size()))));
        }
        List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(2 * count); i > 0; i--) {
            edges.add(new Edge(
                    random.nextInt(count), random.nextInt(count), random.nextInt(20) - 10, 0, 1 + random.nextInt(3)));
        }
        Graph graph = new Graph(vertices, edges);
        Layout layout = layOut(graph);

        for (int one = 0; one < count; one++) {
            Point center = layout.centers().get(one);
            assertThat(center.x() - vertices.get(one).width() / 2).isGreaterThanOrEqualTo(-0.1);
            assertThat(center.x() + vertices.get(one).width() / 2).isLessThanOrEqualTo(layout.width() + 0.1);
            for (int other = 0; other < one; other++) {
                Point next = layout.centers().get(other);
                boolean apart = Math.abs(center.x() - next.x())
                                >= (vertices.get(one).width()
                                                        + vertices.get(other).width())
                                                / 2
                                        + GAP
                                        - 0.1
                        || Math.abs(center.y() - next.y())
                                >= (vertices.get(one).height()
                                                        + vertices.get(other).height())
                                                / 2
                                        - 0.1;
                assertThat(apart).as("%d and %d", one, other).isTrue();
            }
        }
        for (int edge = 0; edge < edges.size(); edge++) {
            List<Point> way = whole(graph, layout, edge);
            for (Point point : way.subList(1, way.size() - 1)) {
                for (int vertex = 0; vertex < count; vertex++) {
                    Point center = layout.centers().get(vertex);
                    boolean inside = Math.abs(point.x() - center.x())
                                    < vertices.get(vertex).width() / 2 - 0.1
                            && Math.abs(point.y() - center.y())
                                    < vertices.get(vertex).height() / 2 - 0.1;
                    assertThat(inside).as("edge %d within %d", edge, vertex).isFalse();
                }
            }
        }
    }

    @Test
    @Timeout(60)
    void thousands_of_vertices_take_a_moment() {
        Random random = new Random(1);
        int count = 5_000;
        List<Integer> ends = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            ends.add(random.nextInt(i));
            ends.add(i);
        }
        Layout layout =
                layOut(graph(count, ends.stream().mapToInt(Integer::intValue).toArray()));
        assertThat(layout.centers()).hasSize(count);
    }

    @Test
    void crossings_are_counted_as_pairs_in_the_wrong_order() {
        assertThat(RowOrder.inversions(new double[] {3, 1, 2, 2, 0})).isEqualTo(7);
        assertThat(RowOrder.inversions(new double[] {1, 1, 2})).isZero();
        assertThat(RowOrder.inversions(new double[0])).isZero();
    }
}
