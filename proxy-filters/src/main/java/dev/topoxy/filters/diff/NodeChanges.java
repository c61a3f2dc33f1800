package dev.topoxy.filters.diff;

import java.util.List;

/** What changed among nodes and the edges between them, in the order of the descriptions. */
public record NodeChanges(
        List<NodeRef> added,
        List<NodeRef> removed,
        List<NodeMove> moved,
        List<NodeChange> changed,
        List<Edge> addedEdges,
        List<Edge> removedEdges) {

    public NodeChanges {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        moved = List.copyOf(moved);
        changed = List.copyOf(changed);
        addedEdges = List.copyOf(addedEdges);
        removedEdges = List.copyOf(removedEdges);
    }

    public boolean isEmpty() {
        return isMovesOnly() && moved.isEmpty();
    }

    /** Whether nothing changed but names and places of nodes. */
    public boolean isMovesOnly() {
        return added.isEmpty()
                && removed.isEmpty()
                && changed.isEmpty()
                && addedEdges.isEmpty()
                && removedEdges.isEmpty();
    }
}
