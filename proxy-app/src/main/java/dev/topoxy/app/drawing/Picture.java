package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Layers.Placement;
import dev.topoxy.app.drawing.Layers.Point;
import dev.topoxy.app.drawing.Sheet.Line;
import dev.topoxy.app.drawing.Sheet.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A sheet with a place for everything: first within each frame, then the frames and what stands between them, as if each
 * frame were one large shape.
 */
final class Picture {

    private static final double FRAME_PAD = 18;
    private static final double TITLE_HEIGHT = 22;
    private static final double GAP_X = 22;
    private static final double GAP_Y = 38;
    private static final double OUTER_GAP_X = 36;
    private static final double OUTER_GAP_Y = 56;

    /** A rectangle by its middle. */
    record Box(double x, double y, double width, double height) {
        double top() {
            return y - height / 2;
        }

        double bottom() {
            return y + height / 2;
        }
    }

    private final Sheet sheet;
    private final List<Shape> shapes;
    private final List<Line> lines;
    private final Box[] places;
    private final Box[] frames;
    private final List<List<Point>> ways;
    private double width;
    private double height;

    private Picture(Sheet sheet) {
        this.sheet = sheet;
        this.shapes = sheet.shapes();
        this.lines = sheet.lines();
        this.places = new Box[shapes.size()];
        this.frames = new Box[sheet.frames().size()];
        this.ways = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            ways.add(List.of());
        }
    }

    static Picture of(Sheet sheet) {
        Picture picture = new Picture(sheet);
        picture.place();
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

    /** Points that the line passes between its shapes. */
    List<Point> way(int line) {
        return ways.get(line);
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    private void place() {
        List<Placement> insides = new ArrayList<>();
        List<List<Integer>> members = new ArrayList<>();
        List<List<Integer>> innerLines = new ArrayList<>();
        for (int frame = 0; frame < frames.length; frame++) {
            List<Integer> inside = inside(OptionalInt.of(frame));
            List<Integer> between = linesWithin(frame);
            members.add(inside);
            innerLines.add(between);
            insides.add(placeInside(inside, between));
        }
        placeOutside(insides, members, innerLines);
    }

    private List<Integer> inside(OptionalInt frame) {
        List<Integer> inside = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            if (shapes.get(i).frame().equals(frame)) {
                inside.add(i);
            }
        }
        return inside;
    }

    private List<Integer> linesWithin(int frame) {
        OptionalInt wanted = OptionalInt.of(frame);
        List<Integer> within = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (shapes.get(line.from()).frame().equals(wanted)
                    && shapes.get(line.to()).frame().equals(wanted)) {
                within.add(i);
            }
        }
        return within;
    }

    private Placement placeInside(List<Integer> inside, List<Integer> between) {
        int[] index = new int[shapes.size()];
        double[] widths = new double[inside.size()];
        double[] heights = new double[inside.size()];
        for (int i = 0; i < inside.size(); i++) {
            index[inside.get(i)] = i;
            widths[i] = Label.width(shapes.get(inside.get(i)));
            heights[i] = Label.height(shapes.get(inside.get(i)));
        }
        List<int[]> edges = between.stream()
                .map(line -> new int[] {
                    index[lines.get(line).from()], index[lines.get(line).to()]
                })
                .toList();
        return new Layers(widths, heights, edges, GAP_X, GAP_Y).place();
    }

    private void placeOutside(List<Placement> insides, List<List<Integer>> members, List<List<Integer>> innerLines) {
        List<Integer> outside = inside(OptionalInt.empty());
        int count = frames.length + outside.size();
        double[] widths = new double[count];
        double[] heights = new double[count];
        for (int frame = 0; frame < frames.length; frame++) {
            double title = Label.width(sheet.frames().get(frame));
            widths[frame] = Math.max(insides.get(frame).width(), title) + 2 * FRAME_PAD;
            heights[frame] = insides.get(frame).height() + 2 * FRAME_PAD + TITLE_HEIGHT;
        }
        int[] vertex = new int[shapes.size()];
        for (int i = 0; i < outside.size(); i++) {
            vertex[outside.get(i)] = frames.length + i;
            widths[frames.length + i] = Label.width(shapes.get(outside.get(i)));
            heights[frames.length + i] = Label.height(shapes.get(outside.get(i)));
        }
        for (int i = 0; i < shapes.size(); i++) {
            OptionalInt frame = shapes.get(i).frame();
            if (frame.isPresent()) {
                vertex[i] = frame.getAsInt();
            }
        }
        List<int[]> edges = new ArrayList<>();
        List<Integer> edgeLines = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            int from = vertex[lines.get(i).from()];
            int to = vertex[lines.get(i).to()];
            if (from != to) {
                edges.add(new int[] {from, to});
                edgeLines.add(i);
            }
        }
        Placement placed = new Layers(widths, heights, edges, OUTER_GAP_X, OUTER_GAP_Y).place();
        width = placed.width();
        height = placed.height();
        for (int i = 0; i < outside.size(); i++) {
            places[outside.get(i)] = box(placed, widths, heights, frames.length + i);
        }
        for (int i = 0; i < edgeLines.size(); i++) {
            ways.set(edgeLines.get(i), placed.bends().get(i));
        }
        for (int frame = 0; frame < frames.length; frame++) {
            frames[frame] = box(placed, widths, heights, frame);
            moveInto(frames[frame], insides.get(frame), members.get(frame), innerLines.get(frame));
        }
    }

    private static Box box(Placement placed, double[] widths, double[] heights, int vertex) {
        Point center = placed.centers().get(vertex);
        return new Box(center.x(), center.y(), widths[vertex], heights[vertex]);
    }

    private void moveInto(Box frame, Placement inside, List<Integer> members, List<Integer> within) {
        double left = frame.x() - inside.width() / 2;
        double top = frame.top() + FRAME_PAD + TITLE_HEIGHT;
        for (int i = 0; i < members.size(); i++) {
            Point center = inside.centers().get(i);
            Shape shape = shapes.get(members.get(i));
            places[members.get(i)] =
                    new Box(left + center.x(), top + center.y(), Label.width(shape), Label.height(shape));
        }
        for (int i = 0; i < within.size(); i++) {
            ways.set(
                    within.get(i),
                    inside.bends().get(i).stream()
                            .map(bend -> new Point(left + bend.x(), top + bend.y()))
                            .toList());
        }
    }
}
