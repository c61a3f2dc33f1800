package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Picture.Box;
import dev.topoxy.app.drawing.Route.Curve;
import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Line;
import dev.topoxy.app.drawing.Sheet.Mark;
import dev.topoxy.app.drawing.Sheet.Shape;
import dev.topoxy.app.layout.Point;
import java.util.List;
import java.util.Locale;

/**
 * Draws a sheet as SVG that stands alone, in light and dark. Shapes carry {@code data-n}, lines {@code data-from} and
 * {@code data-to}, so that a page can tell neighbours.
 */
public final class Svg {

    private static final double MARGIN = 16;
    private static final double LENS = 7;

    private static final String STYLE = """
            text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1b2733;text-anchor:middle;dominant-baseline:central;unicode-bidi:plaintext}
            .note,.title{font-size:10px;fill:#51606f}.title{text-anchor:start;font-weight:600}
            .frame{fill:#f4f6f8;stroke:#c3ccd5;stroke-dasharray:4 3}
            .shape{fill:#fff;stroke:#56687a;stroke-width:1.2}
            .source .shape{fill:#e3f1ff;stroke:#2f6fb0}.sink .shape{fill:#fff0dc;stroke:#b06a12}
            .store .shape{fill:#efe7fb;stroke:#7a4fc0}.topic .shape{fill:#e4f6ec;stroke:#2a8556}
            .repartition_topic .shape,.changelog_topic .shape{fill:#e4f6ec;stroke:#2a8556;stroke-dasharray:4 2}
            .application .shape{fill:#e3f1ff;stroke:#2f6fb0;stroke-width:1.6}
            .line{fill:none;stroke:#8593a1;stroke-width:1.3}.head{fill:#8593a1;fill:context-stroke}
            .added .shape,.line.added{stroke:#12803c;stroke-width:2.6}.removed .shape,.line.removed{stroke:#c62828;stroke-width:2.6;stroke-dasharray:5 3}
            .changed .shape,.line.changed{stroke:#b07a00;stroke-width:2.6}
            @media(prefers-color-scheme:dark){text{fill:#e6edf3}.note,.title{fill:#9fb0c0}.frame{fill:#161d25;stroke:#3b4a59}
            .shape{fill:#1f2933;stroke:#8da2b5}.source .shape,.application .shape{fill:#12314f;stroke:#6db0f2}
            .sink .shape{fill:#45300f;stroke:#e0a44e}.store .shape{fill:#32224f;stroke:#b694ee}
            .topic .shape,.repartition_topic .shape,.changelog_topic .shape{fill:#113524;stroke:#5cc491}
            .line{stroke:#73869a}.head{fill:#73869a;fill:context-stroke}.added .shape,.line.added{stroke:#4ade80}
            .removed .shape,.line.removed{stroke:#f87171}.changed .shape,.line.changed{stroke:#facc15}}
            """;

    private final StringBuilder out = new StringBuilder(16 * 1024);
    private final Picture picture;

    private Svg(Picture picture) {
        this.picture = picture;
    }

    /**
     * Draws it.
     *
     * @param title what it shows, for those who do not see it
     */
    public static String of(Sheet sheet, String title) {
        return new Svg(Picture.of(sheet)).draw(title);
    }

    private String draw(String title) {
        double width = picture.width() + 2 * MARGIN;
        double height = picture.height() + 2 * MARGIN;
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(number(width))
                .append("\" height=\"")
                .append(number(height))
                .append("\" viewBox=\"0 0 ")
                .append(number(width))
                .append(' ')
                .append(number(height))
                .append("\" role=\"img\"><title>")
                .append(escape(Label.title(title)))
                .append("</title><style>")
                .append(STYLE)
                .append("</style><defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\"")
                .append(
                        " markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/>")
                .append("</marker></defs><g transform=\"translate(")
                .append(number(MARGIN))
                .append(' ')
                .append(number(MARGIN))
                .append(")\">\n");
        for (int frame = 0; frame < picture.sheet().frames().size(); frame++) {
            frame(picture.frame(frame), picture.sheet().frames().get(frame));
        }
        List<Line> lines = picture.sheet().lines();
        for (int i = 0; i < lines.size(); i++) {
            line(lines.get(i), picture.route(i));
        }
        List<Shape> shapes = picture.sheet().shapes();
        for (int i = 0; i < shapes.size(); i++) {
            shape(i, shapes.get(i), picture.place(i));
        }
        return out.append("</g></svg>\n").toString();
    }

    private void frame(Box box, String title) {
        out.append("<g class=\"subtopology\"><rect class=\"frame\" rx=\"8\"");
        rectangle(box);
        out.append("/><text class=\"title\" x=\"")
                .append(number(box.x() - box.width() / 2 + 12))
                .append("\" y=\"")
                .append(number(box.top() + 15))
                .append("\">")
                .append(escape(Label.shown(title)))
                .append("</text></g>\n");
    }

    private void rectangle(Box box) {
        out.append(" x=\"")
                .append(number(box.x() - box.width() / 2))
                .append("\" y=\"")
                .append(number(box.top()))
                .append("\" width=\"")
                .append(number(box.width()))
                .append("\" height=\"")
                .append(number(box.height()))
                .append('"');
    }

    private void line(Line line, Route route) {
        out.append("<path class=\"line").append(mark(line.mark())).append("\" data-from=\"");
        out.append(line.from()).append("\" data-to=\"").append(line.to()).append("\" marker-end=\"url(#head)\" d=\"M");
        point(route.start());
        for (Curve curve : route.curves()) {
            out.append('C');
            point(curve.handle());
            out.append(' ');
            point(curve.otherHandle());
            out.append(' ');
            point(curve.end());
        }
        out.append("\"/>\n");
    }

    private void shape(int number, Shape shape, Box box) {
        out.append("<g class=\"node ")
                .append(shape.kind().name().toLowerCase(Locale.ROOT))
                .append(mark(shape.mark()))
                .append("\" data-n=\"")
                .append(number)
                .append("\" data-name=\"")
                .append(escape(Label.title(shape.name())))
                .append("\"><title>")
                .append(escape(title(shape)))
                .append("</title>");
        if (shape.kind() == Kind.STORE) {
            cylinder(box);
        } else {
            out.append("<rect class=\"shape\" rx=\"")
                    .append(number(radius(shape.kind(), box)))
                    .append('"');
            rectangle(box);
            out.append("/>");
        }
        double shift = shape.note().isEmpty() ? 0 : -7;
        double middle = box.y() + (shape.kind() == Kind.STORE ? LENS / 2 : 0);
        text("", box.x(), middle + shift, shape.name());
        if (!shape.note().isEmpty()) {
            text(" class=\"note\"", box.x(), middle + 8, shape.note());
        }
        out.append("</g>\n");
    }

    private static String title(Shape shape) {
        String kind = shape.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String note = shape.note().isEmpty() ? "" : ", " + shape.note();
        String mark =
                shape.mark() == Mark.NONE ? "" : ", " + shape.mark().name().toLowerCase(Locale.ROOT);
        return kind + " " + Label.title(shape.name()) + Label.title(note) + mark;
    }

    private static double radius(Kind kind, Box box) {
        return switch (kind) {
            case TOPIC, REPARTITION_TOPIC, CHANGELOG_TOPIC -> box.height() / 2;
            case APPLICATION -> 10;
            default -> 4;
        };
    }

    private void cylinder(Box box) {
        double left = box.x() - box.width() / 2;
        double right = box.x() + box.width() / 2;
        String arc = " " + number(box.width() / 2) + " " + number(LENS) + " 0 0 ";
        String top = number(box.top() + LENS);
        String bottom = number(box.bottom() - LENS);
        out.append("<path class=\"shape\" d=\"M" + number(left) + " " + top + "A" + arc + "1 " + number(right) + " "
                + top
                + "V" + bottom + "A" + arc + "1 " + number(left) + " " + bottom + "ZM" + number(left) + " " + top + "A"
                + arc + "0 " + number(right) + " " + top + "\"/>");
    }

    private void text(String attributes, double x, double y, String text) {
        out.append("<text")
                .append(attributes)
                .append(" x=\"")
                .append(number(x))
                .append("\" y=\"")
                .append(number(y))
                .append("\">")
                .append(escape(Label.shown(text)))
                .append("</text>");
    }

    private static String mark(Mark mark) {
        return mark == Mark.NONE ? "" : " " + mark.name().toLowerCase(Locale.ROOT);
    }

    private void point(Point point) {
        out.append(number(point.x())).append(' ').append(number(point.y()));
    }

    private static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : Double.toString(tenths / 10.0);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
