package dev.topoxy.app.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML document into nodes. It takes the parser's events as they come and has no aliases, so that neither
 * depth nor size of what is built can exceed what was written.
 */
final class YamlFile {
    private static final int MAX_DEPTH = 16;

    private final String name;
    private final EnvironmentSubstitution substitution;
    private final Faults faults;
    private final Iterator<Event> events;

    private YamlFile(String name, String text, EnvironmentSubstitution substitution, Faults faults) {
        this.name = name;
        this.substitution = substitution;
        this.faults = faults;
        LoadSettings settings =
                LoadSettings.builder().setLabel(name).setUseMarks(true).build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /**
     * Reads the document; empty where the text is no YAML document with content, and faults then say why.
     *
     * @param name how messages call the file
     */
    static Optional<Node> read(String name, String text, EnvironmentSubstitution substitution, Faults faults) {
        try {
            return new YamlFile(name, text, substitution, faults).document();
        } catch (MarkedYamlEngineException e) {
            Origin origin =
                    e.getProblemMark().map(mark -> position(name, mark)).orElse(new Origin.Position(name, 1, 1));
            faults.add(origin, "", "not valid YAML: " + e.getProblem());
        } catch (UnreadableException e) {
            faults.add(e.origin, "", String.valueOf(e.getMessage()));
        } catch (YamlEngineException e) {
            faults.add(new Origin.Position(name, 1, 1), "", "not a YAML text file: " + e.getMessage());
        }
        return Optional.empty();
    }

    private Optional<Node> document() {
        Optional<Node> root = Optional.empty();
        while (events.hasNext()) {
            Event event = events.next();
            if (event.getEventId() != Event.ID.DocumentStart) {
                continue;
            }
            Origin start = origin(event);
            if (root.isPresent()) {
                faults.add(start, "", "a second document begins here: keep one document in the file");
                return Optional.empty();
            }
            root = Optional.of(node(events.next(), "", 0));
        }
        if (root.isEmpty() || root.get() instanceof Node.Empty) {
            faults.add(new Origin.Position(name, 1, 1), "", "is empty: at least one cluster must be configured");
            return Optional.empty();
        }
        return root;
    }

    private Node node(Event event, String path, int depth) {
        if (event instanceof AliasEvent) {
            throw new UnreadableException(origin(event), "YAML aliases (*name) are not supported: write the value out");
        }
        if (depth > MAX_DEPTH) {
            throw new UnreadableException(origin(event), "nested deeper than any setting is");
        }
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar, path);
        }
        return event instanceof SequenceStartEvent ? sequence(event, path, depth) : mapping(event, path, depth);
    }

    private Node scalar(ScalarEvent event, String path) {
        Origin origin = origin(event);
        String text = event.getValue();
        if (event.getScalarStyle() == ScalarStyle.PLAIN && isNull(text)) {
            return new Node.Empty(origin);
        }
        try {
            return new Node.Scalar(origin, substitution.apply(text));
        } catch (IllegalArgumentException e) {
            faults.add(origin, path, String.valueOf(e.getMessage()));
            return new Node.Faulty(origin);
        }
    }

    private static boolean isNull(String text) {
        return text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null");
    }

    private Node sequence(Event start, String path, int depth) {
        List<Node> items = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof CollectionEndEvent); event = events.next()) {
            items.add(node(event, path + "[" + items.size() + "]", depth + 1));
        }
        return new Node.Sequence(origin(start), List.copyOf(items));
    }

    private Node mapping(Event start, String path, int depth) {
        assert start instanceof MappingStartEvent;
        Map<String, Node.Entry> entries = new LinkedHashMap<>();
        for (Event event = events.next(); !(event instanceof CollectionEndEvent); event = events.next()) {
            Origin keyOrigin = origin(event);
            if (!(event instanceof ScalarEvent key)) {
                throw new UnreadableException(keyOrigin, "a key must be a word");
            }
            String keyPath = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
            Node value = node(events.next(), keyPath, depth + 1);
            Node.Entry first = entries.putIfAbsent(key.getValue(), new Node.Entry(keyOrigin, value));
            if (first != null) {
                faults.add(keyOrigin, keyPath, "is written twice, first at " + first.key() + ": keep one");
            }
        }
        return new Node.Mapping(origin(start), entries);
    }

    private Origin origin(Event event) {
        return event.getStartMark().map(mark -> position(name, mark)).orElse(new Origin.Position(name, 1, 1));
    }

    private static Origin position(String name, Mark mark) {
        return new Origin.Position(name, mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Reading cannot go on after this one. */
    private static final class UnreadableException extends RuntimeException {
        private final transient Origin origin;

        UnreadableException(Origin origin, String message) {
            super(message);
            this.origin = origin;
        }
    }
}
