/** Measures Topoxy beside what would stand in its place: no proxy, a TCP proxy, other Kafka proxies. Run by {@code ./bench}. */
@NullMarked
package dev.topoxy.bench;

import org.jspecify.annotations.NullMarked;
