package dev.topoxy.filters.diff;

import java.util.List;

/** A diff as text for a terminal: what it means first, then what changed. */
final class DiffText {

    private final StringBuilder out = new StringBuilder();

    private DiffText() {}

    static String of(TopologyDiff diff) {
        if (diff.isEmpty()) {
            return "No change.\n";
        }
        return new DiffText().write(diff);
    }

    private String write(TopologyDiff diff) {
        if (diff.consequences().isEmpty()) {
            line("No consequence for state or topics.");
        } else {
            line("What it means:");
            diff.consequences().forEach(consequence -> line("  " + consequence.sentence()));
        }
        for (SubtopologyDiff subtopology : diff.subtopologies()) {
            if (!subtopology.isEmpty()) {
                line("");
                line(title(subtopology));
                nodes(subtopology.nodes());
                names("store", subtopology.resources().stores());
                names("source topic", subtopology.resources().sourceTopics());
                names("sink topic", subtopology.resources().sinkTopics());
                names("internal topic", subtopology.resources().internalTopics());
            }
        }
        if (!diff.globalNodes().isEmpty() || !diff.globalStores().isEmpty()) {
            line("");
            line("Global stores:");
            nodes(diff.globalNodes());
            names("store", diff.globalStores());
        }
        return out.toString();
    }

    private static String title(SubtopologyDiff subtopology) {
        String before = subtopology.before().map(Printable::plain).orElse("");
        String after = subtopology.after().map(Printable::plain).orElse("");
        if (subtopology.before().isEmpty()) {
            return "Subtopology " + after + " (added):";
        }
        if (subtopology.after().isEmpty()) {
            return "Subtopology " + before + " (removed):";
        }
        return "Subtopology " + (before.equals(after) ? after : before + " -> " + after) + ":";
    }

    private void nodes(NodeChanges nodes) {
        nodes.removed().forEach(node -> line("  - " + node.kind() + " " + Printable.plain(node.name())));
        nodes.added().forEach(node -> line("  + " + node.kind() + " " + Printable.plain(node.name())));
        for (NodeChange node : nodes.changed()) {
            line("  ~ " + node.kind() + " " + Printable.plain(node.after()));
            indented("topic", node.topics());
            indented("store", node.stores());
        }
        nodes.moved().forEach(node -> line("  = " + node.kind() + " " + move(node)));
        edges("  - ", nodes.removedEdges());
        edges("  + ", nodes.addedEdges());
    }

    private static String move(NodeMove node) {
        String names = Printable.plain(node.before());
        if (!node.before().equals(node.after())) {
            names += " -> " + Printable.plain(node.after());
        }
        return node.beforeSubtopology().equals(node.afterSubtopology())
                ? names
                : names + " (subtopology " + Printable.plain(node.beforeSubtopology()) + " -> "
                        + Printable.plain(node.afterSubtopology()) + ")";
    }

    private void edges(String mark, List<Edge> edges) {
        edges.forEach(
                edge -> line(mark + "edge " + Printable.plain(edge.from()) + " --> " + Printable.plain(edge.to())));
    }

    private void indented(String what, NameChanges changes) {
        changes.removed().forEach(name -> line("      - " + what + " " + Printable.plain(name)));
        changes.added().forEach(name -> line("      + " + what + " " + Printable.plain(name)));
    }

    private void names(String what, NameChanges changes) {
        changes.removed().forEach(name -> line("  - " + what + " " + Printable.plain(name)));
        changes.added().forEach(name -> line("  + " + what + " " + Printable.plain(name)));
        changes.renamed()
                .forEach(name -> line(
                        "  = " + what + " " + Printable.plain(name.before()) + " -> " + Printable.plain(name.after())));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
