package dev.topoxy.filters.diff;

import java.util.Optional;

/**
 * What changed in one subtopology. Subtopologies are matched by their nodes, because their ids shift as well.
 *
 * @param before its id before; empty where it was added
 * @param after its id after; empty where it was removed
 */
public record SubtopologyDiff(
        Optional<String> before, Optional<String> after, NodeChanges nodes, ResourceChanges resources) {

    /** Whether nothing at all is different. */
    public boolean isEmpty() {
        return before.equals(after) && nodes.isEmpty() && resources.isEmpty();
    }
}
