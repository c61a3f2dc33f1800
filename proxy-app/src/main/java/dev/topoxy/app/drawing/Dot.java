package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Shape;
import java.util.List;
import java.util.OptionalInt;

/** A sheet in Graphviz' language. */
public final class Dot {

    private final StringBuilder out = new StringBuilder();

    private Dot() {}

    public static String of(Sheet sheet, String title) {
        return new Dot().write(sheet, title);
    }

    private String write(Sheet sheet, String title) {
        out.append("digraph ").append(quoted(title)).append(" {\n");
        out.append("  node [fontname=\"monospace\", fontsize=10];\n");
        List<Shape> shapes = sheet.shapes();
        for (int frame = 0; frame < sheet.frames().size(); frame++) {
            out.append("  subgraph cluster_").append(frame).append(" {\n    label=");
            out.append(quoted(sheet.frames().get(frame))).append(";\n");
            shapes(shapes, OptionalInt.of(frame), "    ");
            out.append("  }\n");
        }
        shapes(shapes, OptionalInt.empty(), "  ");
        sheet.lines().forEach(line -> out.append("  n" + line.from() + " -> n" + line.to() + ";\n"));
        return out.append("}\n").toString();
    }

    private void shapes(List<Shape> shapes, OptionalInt frame, String indent) {
        for (int i = 0; i < shapes.size(); i++) {
            Shape shape = shapes.get(i);
            if (shape.frame().equals(frame)) {
                out.append(indent + "n" + i + " [label=" + label(shape) + ", " + form(shape.kind()) + "];\n");
            }
        }
    }

    private static String form(Kind kind) {
        return switch (kind) {
            case SOURCE -> "shape=box, style=filled, fillcolor=\"#e3f1ff\"";
            case SINK -> "shape=box, style=filled, fillcolor=\"#fff0dc\"";
            case STORE -> "shape=cylinder, style=filled, fillcolor=\"#efe7fb\"";
            case TOPIC, APPLICATION -> "shape=box, style=\"rounded,filled\", fillcolor=\"#e4f6ec\"";
            case REPARTITION_TOPIC, CHANGELOG_TOPIC ->
                "shape=box, style=\"rounded,filled,dashed\", fillcolor=\"#e4f6ec\"";
            case PROCESSOR -> "shape=box";
        };
    }

    private static String label(Shape shape) {
        return shape.note().isEmpty()
                ? quoted(shape.name())
                : '"' + escaped(shape.name()) + "\\n(" + escaped(shape.note()) + ")\"";
    }

    private static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    /** Graphviz gives a backslash before letters meanings of its own. */
    private static String escaped(String text) {
        return Label.plain(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
