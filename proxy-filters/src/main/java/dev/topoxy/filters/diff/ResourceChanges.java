package dev.topoxy.filters.diff;

/**
 * What changed among the topics and stores that nodes use.
 *
 * @param stores without global stores
 * @param sourceTopics read from elsewhere
 * @param sinkTopics written for others
 * @param internalTopics repartition topics: written and read by the application itself
 */
public record ResourceChanges(
        NameChanges stores, NameChanges sourceTopics, NameChanges sinkTopics, NameChanges internalTopics) {

    public boolean isEmpty() {
        return stores.isEmpty() && sourceTopics.isEmpty() && sinkTopics.isEmpty() && internalTopics.isEmpty();
    }

    /** Whether nothing changed but numbers that Streams gave. */
    public boolean isRenumberingOnly() {
        return stores.isRenumberingOnly()
                && sourceTopics.isEmpty()
                && sinkTopics.isEmpty()
                && internalTopics.isRenumberingOnly();
    }
}
