/** Everything that keeps a client behind the proxy: the addresses of brokers found in answers, and what clients are given instead. */
@NullMarked
package dev.topoxy.core.address;

import org.jspecify.annotations.NullMarked;
