/**
 * The store for fleets: descriptions in a compacted topic that every proxy reads as a whole, so that any of them answers
 * for any group.
 */
@NullMarked
package dev.topoxy.filters.store.kafka;

import org.jspecify.annotations.NullMarked;
