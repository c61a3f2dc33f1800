/** The topology description flow on the wire: one filter per API, and what they share about a connection and its broker. */
@NullMarked
package dev.topoxy.filters.flow;

import org.jspecify.annotations.NullMarked;
