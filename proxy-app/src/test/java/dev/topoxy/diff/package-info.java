/** Diffs of topologies that Kafka Streams built. */
@NullMarked
package dev.topoxy.diff;

import org.jspecify.annotations.NullMarked;
