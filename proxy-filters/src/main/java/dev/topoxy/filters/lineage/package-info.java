/**
 * Sends what is stored on to a data catalog, as OpenLineage job events over HTTP. It stands beside the store: whether
 * the catalog is slow, refuses or is gone, no client notices.
 */
@NullMarked
package dev.topoxy.filters.lineage;

import org.jspecify.annotations.NullMarked;
