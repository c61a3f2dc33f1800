/**
 * Plays one list of scenarios to a native 4.4 broker with a plugin and to the proxy before an older broker with the same
 * plugin: whatever they answer must be equal, but for what {@link dev.topoxy.conformance.KnownDifferences} names.
 */
@NullMarked
package dev.topoxy.conformance;

import org.jspecify.annotations.NullMarked;
