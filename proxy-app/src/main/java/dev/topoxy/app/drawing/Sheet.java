package dev.topoxy.app.drawing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** What is to be drawn: shapes with lines between them, some of the shapes within frames. Names may be any text. */
public final class Sheet {

    /** What a shape stands for. */
    public enum Kind {
        SOURCE,
        PROCESSOR,
        SINK,
        STORE,
        TOPIC,
        REPARTITION_TOPIC,
        CHANGELOG_TOPIC,
        APPLICATION
    }

    /** How a shape or line compares with an earlier drawing. */
    public enum Mark {
        NONE,
        ADDED,
        REMOVED,
        CHANGED
    }

    /**
     * A shape.
     *
     * @param frame the number of the frame it stands in; none for one that stands between the frames
     * @param note what is said of it besides its name; may be empty
     */
    public record Shape(Kind kind, String name, String note, OptionalInt frame, Mark mark) {}

    /** A line from one shape to another, by their numbers. */
    public record Line(int from, int to, Mark mark) {}

    private final List<String> frames = new ArrayList<>();
    private final List<Shape> shapes = new ArrayList<>();
    private final Map<Line, Integer> lines = new HashMap<>();
    private final List<Line> inOrder = new ArrayList<>();

    private record Key(Kind kind, String name, OptionalInt frame) {}

    private final Map<Key, Integer> numbers = new HashMap<>();

    /** Adds a frame and returns its number. */
    public int frame(String title) {
        frames.add(title);
        return frames.size() - 1;
    }

    /** Adds a shape, unless the same is there, and returns its number. */
    public int shape(Shape shape) {
        Key key = new Key(shape.kind, shape.name, shape.frame);
        return Objects.requireNonNull(numbers.computeIfAbsent(key, first -> {
            shapes.add(shape);
            return shapes.size() - 1;
        }));
    }

    /** Adds a line, unless it is there. */
    public void line(int from, int to, Mark mark) {
        Line line = new Line(from, to, mark);
        if (lines.putIfAbsent(new Line(from, to, Mark.NONE), inOrder.size()) == null) {
            inOrder.add(line);
        }
    }

    public List<String> frames() {
        return List.copyOf(frames);
    }

    public List<Shape> shapes() {
        return List.copyOf(shapes);
    }

    public List<Line> lines() {
        return List.copyOf(inOrder);
    }
}
