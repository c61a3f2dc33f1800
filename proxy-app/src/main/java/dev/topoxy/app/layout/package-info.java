/** Where the parts of a graph are placed: in rows from top to bottom, by the method of Sugiyama. */
@NullMarked
package dev.topoxy.app.layout;

import org.jspecify.annotations.NullMarked;
