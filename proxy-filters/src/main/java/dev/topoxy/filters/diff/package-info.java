/**
 * What changed between two descriptions of a group's topology, and what that means for its state and its topics.
 * Generated names are matched by structure, because one new operator renumbers all that follow it.
 */
@NullMarked
package dev.topoxy.filters.diff;

import org.jspecify.annotations.NullMarked;
