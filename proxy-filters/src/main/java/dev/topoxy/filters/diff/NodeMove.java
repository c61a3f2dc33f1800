package dev.topoxy.filters.diff;

/**
 * A node that is the same by its place in the topology under another name, or in another subtopology.
 *
 * @param renumbered whether the names differ by the number that Streams gave, if at all
 * @param beforeSubtopology its subtopology before; empty for a node of a global store
 * @param afterSubtopology its subtopology after; empty for a node of a global store
 */
public record NodeMove(
        NodeKind kind,
        String before,
        String after,
        boolean renumbered,
        String beforeSubtopology,
        String afterSubtopology) {}
