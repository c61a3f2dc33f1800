/** Topology descriptions on the wire and as the record that plugins see, and the checks between the two. */
@NullMarked
package dev.topoxy.filters.description;

import org.jspecify.annotations.NullMarked;
