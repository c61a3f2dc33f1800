/** The topology description flow of KIP-1331 as filters of the relay: its settings and the one place that wires it. */
@NullMarked
package dev.topoxy.filters;

import org.jspecify.annotations.NullMarked;
