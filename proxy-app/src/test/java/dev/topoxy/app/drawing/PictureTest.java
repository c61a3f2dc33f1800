package dev.topoxy.app.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.app.drawing.Picture.Box;
import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Mark;
import dev.topoxy.app.drawing.Sheet.Shape;
import dev.topoxy.app.groups.Described;
import dev.topoxy.app.groups.TopologySheet;
import dev.topoxy.testkit.Topologies;
import java.io.StringReader;
import java.util.List;
import java.util.OptionalInt;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PictureTest {

    private static final String HOSTILE =
            "<img src=x onerror=alert(1)>&\"'\u0000\u0007\u202egnp.exe\ud800 \ud83d\ude00 ]]> {{x}} `$(id)` %s";

    private static Sheet orders() {
        return TopologySheet.of(Described.pushed(
                Topologies.orders(Topologies.Topics.withPrefix("p-")).describe()));
    }

    private static Sheet hostile() {
        Sheet sheet = new Sheet();
        OptionalInt frame = OptionalInt.of(sheet.frame(HOSTILE));
        int one = sheet.shape(new Shape(Kind.PROCESSOR, HOSTILE, HOSTILE, frame, Mark.NONE));
        int other = sheet.shape(new Shape(Kind.TOPIC, "x".repeat(65_536), "", OptionalInt.empty(), Mark.ADDED));
        sheet.line(one, other, Mark.NONE);
        sheet.line(other, one, Mark.NONE);
        sheet.line(one, one, Mark.NONE);
        return sheet;
    }

    private static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static boolean overlap(Box one, Box other) {
        return Math.abs(one.x() - other.x()) < (one.width() + other.width()) / 2 - 0.1
                && Math.abs(one.y() - other.y()) < (one.height() + other.height()) / 2 - 0.1;
    }

    private static void assertNothingOverlaps(Sheet sheet) {
        Picture picture = Picture.of(sheet);
        List<Shape> shapes = sheet.shapes();
        for (int i = 0; i < shapes.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(overlap(picture.place(i), picture.place(j)))
                        .as("%s and %s", shapes.get(i), shapes.get(j))
                        .isFalse();
            }
            for (int frame = 0; frame < sheet.frames().size(); frame++) {
                Box box = picture.frame(frame);
                Box shape = picture.place(i);
                if (shapes.get(i).frame().equals(OptionalInt.of(frame))) {
                    assertThat(shape.top()).isGreaterThan(box.top());
                    assertThat(shape.bottom()).isLessThan(box.bottom());
                    assertThat(Math.abs(shape.x() - box.x())).isLessThan((box.width() - shape.width()) / 2);
                } else {
                    assertThat(overlap(shape, box)).isFalse();
                }
            }
        }
    }

    @Test
    void shapes_stand_apart_and_within_their_frames() {
        assertNothingOverlaps(orders());
        assertNothingOverlaps(TopologySheet.of(Described.pushed(
                Topologies.wide(Topologies.Topics.withPrefix("p-"), 40, 12).describe())));
        assertNothingOverlaps(hostile());
    }

    @Test
    void lines_lead_downwards_where_there_is_no_cycle() {
        Sheet sheet = orders();
        Picture picture = Picture.of(sheet);
        assertThat(sheet.lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(picture.place(line.to()).top())
                        .isGreaterThan(picture.place(line.from()).bottom()));
    }

    @Test
    void an_empty_sheet_is_a_picture_too() throws Exception {
        assertThat(parse(Svg.of(new Sheet(), "nothing")).getDocumentElement().getTagName())
                .isEqualTo("svg");
    }

    @Test
    void hostile_names_are_text_and_nothing_else() throws Exception {
        Document svg = parse(Svg.of(hostile(), HOSTILE));
        var elements = svg.getElementsByTagName("*");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            assertThat(element.getTagName())
                    .isIn("svg", "title", "style", "defs", "marker", "path", "g", "rect", "text");
            for (int a = 0; a < element.getAttributes().getLength(); a++) {
                assertThat(element.getAttributes().item(a).getNodeName()).doesNotStartWith("on");
            }
        }
        assertThat(svg.getElementsByTagName("text").item(1).getTextContent())
                .startsWith("<img src=x")
                .doesNotContain("\u202e");
        assertThat(svg.getElementsByTagName("g").getLength()).isEqualTo(4);
    }

    @Test
    void long_names_take_little_room() {
        assertThat(Svg.of(hostile(), "t")).hasSizeLessThan(20_000);
        assertThat(Picture.of(hostile()).width()).isLessThan(1_000);
    }

    @Test
    void hostile_names_stay_within_their_quotes_in_dot_and_mermaid() {
        String dot = Dot.of(hostile(), HOSTILE);
        assertThat(dot.lines().filter(line -> line.contains("->"))).hasSize(3);
        assertThat(dot.lines().skip(1).filter(line -> line.contains("[label=")))
                .allSatisfy(
                        line -> assertThat(line).matches("\\s+n\\d+ \\[label=\"([^\"\\\\]++|\\\\.)*+\", shape=.*\\];"));
        String mermaid = Mermaid.of(hostile());
        assertThat(mermaid).doesNotContain("<", "&", "`", "{").contains("#60;img");
    }
}
