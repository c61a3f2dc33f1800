package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Route.Detour;
import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Line;
import dev.topoxy.app.drawing.Sheet.Shape;
import dev.topoxy.app.layout.Graph;
import dev.topoxy.app.layout.Graph.Edge;
import dev.topoxy.app.layout.Graph.Pin;
import dev.topoxy.app.layout.Graph.Vertex;
import dev.topoxy.app.layout.Layout;
import dev.topoxy.app.layout.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A sheet with a place for everything: first within each frame, then the frames and what stands between them, as if each
 * frame were one large shape. What leads into a frame stands at its top and what leads out at its bottom, so that lines
 * from outside cross nothing within.
 */
final class Picture {

    private static final double FRAME_PAD = 18;
    private static final double TITLE_HEIGHT = 22;
    private static final double GAP_X = 22;
    private static final double GAP_Y = 30;
    private static final double OUTER_GAP_X = 36;
    private static final double OUTER_GAP_Y = 46;
    private static final double BESIDE_FRAME = 10;
    private static final double BESIDE_EACH_OTHER = 6;
    private static final int MOST_BESIDE = 4;
    private static final int BETWEEN_PARTS = 5;

    /** A rectangle by its middle. */
    record Box(double x, double y, double width, double height) {
        double top() {
            return y - height / 2;
        }

        double bottom() {
            return y + height / 2;
        }

        double right() {
            return x + width / 2;
        }
    }

    private final Sheet sheet;
    private final List<Shape> shapes;
    private final List<Line> lines;
    private final Box[] places;
    private final Box[] frames;
    private final Route[] routes;
    private final int[] ways;
    private double width;
    private double height;

    /** What stands in a frame, by its numbers on the sheet. */
    private record Inside(List<Integer> members, List<Integer> lines, Layout layout) {}

    private Picture(Sheet sheet) {
        this.sheet = sheet;
        this.shapes = sheet.shapes();
        this.lines = sheet.lines();
        this.places = new Box[shapes.size()];
        this.frames = new Box[sheet.frames().size()];
        this.routes = new Route[lines.size()];
        this.ways = new int[frames.length];
    }

    static Picture of(Sheet sheet) {
        Picture picture = new Picture(sheet);
        picture.placeAll(picture.layOutInsides());
        return picture;
    }

    Sheet sheet() {
        return sheet;
    }

    Box place(int shape) {
        return places[shape];
    }

    Box frame(int frame) {
        return frames[frame];
    }

    Route route(int line) {
        return routes[line];
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    private List<Inside> layOutInsides() {
        List<List<Integer>> members = lists();
        List<List<Integer>> within = lists();
        int[] index = new int[shapes.size()];
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i).frame().isPresent()) {
                List<Integer> frame = members.get(shapes.get(i).frame().getAsInt());
                index[i] = frame.size();
                frame.add(i);
            }
        }
        Pin[] pins = new Pin[shapes.size()];
        Arrays.fill(pins, Pin.NONE);
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            OptionalInt from = shapes.get(line.from()).frame();
            if (!from.equals(shapes.get(line.to()).frame())) {
                pins[line.from()] = Pin.LAST_ROW;
                pins[line.to()] = Pin.FIRST_ROW;
            } else if (from.isPresent()) {
                within.get(from.getAsInt()).add(i);
            }
        }
        List<Inside> insides = new ArrayList<>();
        for (int frame = 0; frame < frames.length; frame++) {
            List<Vertex> vertices = members.get(frame).stream()
                    .map(shape -> vertex(shape, pins[shape]))
                    .toList();
            List<Edge> edges = within.get(frame).stream()
                    .map(lines::get)
                    .map(line -> new Edge(index[line.from()], index[line.to()], 0, 0, 1))
                    .toList();
            insides.add(new Inside(
                    members.get(frame), within.get(frame), Layout.of(new Graph(vertices, edges), GAP_X, GAP_Y)));
        }
        return insides;
    }

    private List<List<Integer>> lists() {
        List<List<Integer>> lists = new ArrayList<>();
        for (int frame = 0; frame < frames.length; frame++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    private Vertex vertex(int shape, Pin pin) {
        return new Vertex(Label.width(shapes.get(shape)), Label.height(shapes.get(shape)), pin);
    }

    private void placeAll(List<Inside> insides) {
        List<Vertex> vertices = new ArrayList<>();
        int[] vertex = new int[shapes.size()];
        double[] shift = new double[shapes.size()];
        for (int frame = 0; frame < frames.length; frame++) {
            Inside inside = insides.get(frame);
            double title = Label.width(sheet.frames().get(frame));
            vertices.add(new Vertex(
                    Math.max(inside.layout.width(), title) + 2 * FRAME_PAD,
                    inside.layout.height() + 2 * FRAME_PAD + TITLE_HEIGHT,
                    Pin.NONE));
            for (int i = 0; i < inside.members.size(); i++) {
                vertex[inside.members.get(i)] = frame;
                shift[inside.members.get(i)] = inside.layout.centers().get(i).x() - inside.layout.width() / 2;
            }
        }
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i).frame().isEmpty()) {
                vertex[i] = vertices.size();
                vertices.add(vertex(i, Pin.NONE));
            }
        }
        List<Edge> edges = new ArrayList<>();
        List<Integer> edgeLines = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            int from = vertex[line.from()];
            int to = vertex[line.to()];
            if (from != to || shapes.get(line.from()).frame().isEmpty()) {
                edges.add(new Edge(from, to, shift[line.from()], shift[line.to()], weight(line)));
                edgeLines.add(i);
            }
        }
        Layout layout = Layout.of(new Graph(vertices, edges), OUTER_GAP_X, OUTER_GAP_Y);
        width = layout.width();
        height = layout.height();
        for (int frame = 0; frame < frames.length; frame++) {
            frames[frame] = box(layout, vertices, frame);
            fill(frames[frame], insides.get(frame));
        }
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i).frame().isEmpty()) {
                places[i] = box(layout, vertices, vertex[i]);
            }
        }
        for (int i = 0; i < edgeLines.size(); i++) {
            int line = edgeLines.get(i);
            routes[line] = outerRoute(
                    lines.get(line), layout.ways().get(i), layout.turned().get(i));
            width = Math.max(width, routes[line].right());
        }
    }

    /** A loop that the application makes by topics of its own leads back by those rather than between its parts. */
    private int weight(Line line) {
        boolean between = shapes.get(line.from()).kind() == Kind.REPARTITION_TOPIC
                || shapes.get(line.to()).kind() == Kind.REPARTITION_TOPIC;
        return between ? BETWEEN_PARTS : 1;
    }

    private static Box box(Layout layout, List<Vertex> vertices, int vertex) {
        Point center = layout.centers().get(vertex);
        return new Box(
                center.x(),
                center.y(),
                vertices.get(vertex).width(),
                vertices.get(vertex).height());
    }

    private void fill(Box frame, Inside inside) {
        double left = frame.x() - inside.layout.width() / 2;
        double top = frame.top() + FRAME_PAD + TITLE_HEIGHT;
        for (int i = 0; i < inside.members.size(); i++) {
            Point center = inside.layout.centers().get(i);
            Shape shape = shapes.get(inside.members.get(i));
            places[inside.members.get(i)] =
                    new Box(left + center.x(), top + center.y(), Label.width(shape), Label.height(shape));
        }
        for (int i = 0; i < inside.lines.size(); i++) {
            List<Point> way = inside.layout.ways().get(i).stream()
                    .map(point -> new Point(left + point.x(), top + point.y()))
                    .toList();
            routes[inside.lines.get(i)] = innerRoute(lines.get(inside.lines.get(i)), way);
        }
    }

    private Route innerRoute(Line line, List<Point> way) {
        Box from = places[line.from()];
        Box to = places[line.to()];
        return line.from() == line.to() ? Route.loop(from) : Route.through(from, to, way);
    }

    private Route outerRoute(Line line, List<Point> way, boolean upwards) {
        if (!upwards || line.from() == line.to()) {
            return innerRoute(line, way);
        }
        return Route.upwards(places[line.from()], detour(line.from()), places[line.to()], detour(line.to()), way);
    }

    /** Several stand beside each other. */
    private Optional<Detour> detour(int shape) {
        OptionalInt frame = shapes.get(shape).frame();
        if (frame.isEmpty()) {
            return Optional.empty();
        }
        Box box = frames[frame.getAsInt()];
        int before = ways[frame.getAsInt()]++ % MOST_BESIDE;
        return Optional.of(new Detour(box, box.right() + BESIDE_FRAME + before * BESIDE_EACH_OTHER));
    }
}
