package dev.topoxy.filters.store;

import java.util.Collection;
import java.util.Optional;

/** What a store has kept, for showing it. Thread-safe. */
public interface TopologyHistory {

    /** The groups of which a description is kept, in no order; does not block. */
    Collection<String> groups();

    /** What is kept of a group in short; does not block. */
    Optional<GroupSummary> summary(String groupId);

    /** Whether {@link #groups} is complete: a store may still be reading what was kept before it started. */
    boolean isLoaded();

    /** How far behind what it follows; empty for a store that nobody else writes to. Does not block. */
    default Optional<StoreLag> lag() {
        return Optional.empty();
    }

    /**
     * A group's descriptions, newest first; may block while they are read.
     *
     * @throws java.util.concurrent.CompletionException if they cannot be read
     */
    Optional<GroupDocument> document(String groupId);
}
