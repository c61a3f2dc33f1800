package dev.topoxy.app.groups;

import dev.topoxy.app.drawing.Sheet;
import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Mark;
import dev.topoxy.app.drawing.Sheet.Shape;
import dev.topoxy.filters.group.Outline;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;

/** All applications of a cluster and the topics between them; what an application keeps to itself is left out. */
public final class LineageSheet {

    private LineageSheet() {}

    public static Sheet of(List<Group> groups) {
        Sheet sheet = new Sheet();
        for (Group group : groups) {
            group.facts().ifPresent(facts -> add(sheet, group.id(), "", facts.reads(), facts.writes()));
            if (group.facts().isEmpty()) {
                group.outline().ifPresent(outline -> add(sheet, group.id(), "outline", reads(outline), List.of()));
            }
        }
        return sheet;
    }

    private static List<String> reads(Outline outline) {
        return outline.subtopologies().stream()
                .flatMap(subtopology -> subtopology.sourceTopics().stream())
                .distinct()
                .toList();
    }

    private static void add(Sheet sheet, String id, String note, Collection<String> reads, Collection<String> writes) {
        int application = sheet.shape(new Shape(Kind.APPLICATION, id, note, OptionalInt.empty(), Mark.NONE));
        reads.stream().sorted().forEach(topic -> sheet.line(topic(sheet, topic), application, Mark.NONE));
        writes.stream().sorted().forEach(topic -> sheet.line(application, topic(sheet, topic), Mark.NONE));
    }

    private static int topic(Sheet sheet, String name) {
        return sheet.shape(new Shape(Kind.TOPIC, name, "", OptionalInt.empty(), Mark.NONE));
    }
}
