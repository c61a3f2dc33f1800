package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Shape;
import java.util.List;
import java.util.OptionalInt;

/** A sheet as a Mermaid flowchart. */
public final class Mermaid {

    private final StringBuilder out = new StringBuilder("flowchart TB\n");

    private Mermaid() {}

    public static String of(Sheet sheet) {
        return new Mermaid().write(sheet);
    }

    private String write(Sheet sheet) {
        List<Shape> shapes = sheet.shapes();
        for (int frame = 0; frame < sheet.frames().size(); frame++) {
            out.append("  subgraph f").append(frame).append(" [");
            out.append(quoted(sheet.frames().get(frame))).append("]\n");
            shapes(shapes, OptionalInt.of(frame), "    ");
            out.append("  end\n");
        }
        shapes(shapes, OptionalInt.empty(), "  ");
        sheet.lines().forEach(line -> out.append("  n" + line.from() + " --> n" + line.to() + "\n"));
        return out.toString();
    }

    private void shapes(List<Shape> shapes, OptionalInt frame, String indent) {
        for (int i = 0; i < shapes.size(); i++) {
            Shape shape = shapes.get(i);
            if (shape.frame().equals(frame)) {
                String label = shape.note().isEmpty() ? shape.name() : shape.name() + " (" + shape.note() + ")";
                out.append(indent + "n" + i + form(shape.kind()).formatted(quoted(label)) + "\n");
            }
        }
    }

    private static String form(Kind kind) {
        return switch (kind) {
            case SOURCE, PROCESSOR, SINK -> "[%s]";
            case STORE -> "[(%s)]";
            case TOPIC, REPARTITION_TOPIC, CHANGELOG_TOPIC -> "([%s])";
            case APPLICATION -> "(%s)";
        };
    }

    /** Everything that Mermaid, or the HTML it makes, could take for its own is written as a character's number. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        Label.plain(text).codePoints().forEach(c -> {
            boolean plain = Character.isLetterOrDigit(c) || " -_.:(),[]".indexOf(c) >= 0;
            if (plain) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append('#').append(c).append(';');
            }
        });
        return quoted.append('"').toString();
    }
}
