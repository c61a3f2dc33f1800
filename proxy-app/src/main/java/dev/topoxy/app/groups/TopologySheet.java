package dev.topoxy.app.groups;

import dev.topoxy.app.drawing.Sheet;
import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Mark;
import dev.topoxy.app.drawing.Sheet.Shape;
import dev.topoxy.filters.description.InternalTopics;
import dev.topoxy.filters.group.Outline;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** A description laid out as shapes and lines: subtopologies are frames, topics stand between them. */
public final class TopologySheet {

    private final Sheet sheet = new Sheet();
    private final InternalTopics internal;
    private final Marks marks;

    /** How the parts of a description compare with another one. */
    interface Marks {
        Marks NONE = new Marks() {};

        default Mark node(String subtopologyId, String name) {
            return Mark.NONE;
        }

        default Mark line(String subtopologyId, String from, String to) {
            return Mark.NONE;
        }

        default Mark topic(String name) {
            return Mark.NONE;
        }

        default Mark store(String name) {
            return Mark.NONE;
        }
    }

    private TopologySheet(InternalTopics internal, Marks marks) {
        this.internal = internal;
        this.marks = marks;
    }

    public static Sheet of(StreamsGroupTopologyDescription description) {
        return of(description, Marks.NONE);
    }

    static Sheet of(StreamsGroupTopologyDescription description, Marks marks) {
        TopologySheet made = new TopologySheet(InternalTopics.of(description), marks);
        for (Subtopology subtopology : description.subtopologies()) {
            made.frame("Sub-topology " + subtopology.id(), subtopology.id(), subtopology.nodes(), "");
        }
        int number = 0;
        for (GlobalStore store : description.globalStores()) {
            made.frame("Global store " + ++number, "", List.of(store.source(), store.processor()), "global store");
        }
        return made.sheet;
    }

    /** What a join tells: topics around subtopologies of which nothing more is known. */
    public static Sheet of(Outline outline) {
        Sheet sheet = new Sheet();
        for (Outline.Subtopology subtopology : outline.subtopologies()) {
            int box = sheet.shape(new Shape(
                    Kind.PROCESSOR,
                    "Sub-topology " + subtopology.id(),
                    "outline: inside unknown",
                    OptionalInt.empty(),
                    Mark.NONE));
            into(sheet, box, Kind.TOPIC, "", subtopology.sourceTopics());
            into(sheet, box, Kind.TOPIC, "pattern", subtopology.sourcePatterns());
            into(sheet, box, Kind.REPARTITION_TOPIC, "repartition topic", subtopology.repartitionSources());
            outOf(sheet, box, Kind.REPARTITION_TOPIC, "repartition topic", subtopology.repartitionSinks());
            outOf(sheet, box, Kind.CHANGELOG_TOPIC, "changelog", subtopology.changelogs());
        }
        return sheet;
    }

    private static void into(Sheet sheet, int box, Kind kind, String note, List<String> topics) {
        topics.forEach(topic ->
                sheet.line(sheet.shape(new Shape(kind, topic, note, OptionalInt.empty(), Mark.NONE)), box, Mark.NONE));
    }

    private static void outOf(Sheet sheet, int box, Kind kind, String note, List<String> topics) {
        topics.forEach(topic ->
                sheet.line(box, sheet.shape(new Shape(kind, topic, note, OptionalInt.empty(), Mark.NONE)), Mark.NONE));
    }

    private void frame(String title, String id, Collection<? extends Node> nodes, String storeNote) {
        OptionalInt frame = OptionalInt.of(sheet.frame(title));
        Map<String, Integer> numbers = new HashMap<>();
        for (Node node : nodes) {
            numbers.put(
                    node.name(),
                    sheet.shape(new Shape(kind(node), node.name(), note(node), frame, marks.node(id, node.name()))));
        }
        for (Node node : nodes) {
            int number = numbers.getOrDefault(node.name(), 0);
            for (String successor : node.successors()) {
                Integer to = numbers.get(successor);
                if (to != null) {
                    sheet.line(number, to, marks.line(id, node.name(), successor));
                }
            }
            if (node instanceof Source source) {
                source.topics().forEach(topic -> sheet.line(topic(topic), number, marks.topic(topic)));
            } else if (node instanceof Sink sink) {
                sink.topic().ifPresent(topic -> sheet.line(number, topic(topic), marks.topic(topic)));
            } else if (node instanceof Processor processor) {
                for (String store : processor.stores()) {
                    int cylinder = sheet.shape(new Shape(Kind.STORE, store, storeNote, frame, marks.store(store)));
                    sheet.line(number, cylinder, marks.store(store));
                }
            }
        }
    }

    private int topic(String name) {
        boolean own = internal.contains(name);
        return sheet.shape(new Shape(
                own ? Kind.REPARTITION_TOPIC : Kind.TOPIC,
                name,
                own ? "repartition topic" : "",
                OptionalInt.empty(),
                marks.topic(name)));
    }

    private static Kind kind(Node node) {
        if (node instanceof Source) {
            return Kind.SOURCE;
        }
        return node instanceof Sink ? Kind.SINK : Kind.PROCESSOR;
    }

    /** What a push leaves out is said to be so. */
    private static String note(Node node) {
        if (node instanceof Source source && source.topics().isEmpty()) {
            return "topics by pattern";
        }
        if (node instanceof Sink sink && sink.topic().isEmpty()) {
            return "topic chosen per record";
        }
        return "";
    }
}
