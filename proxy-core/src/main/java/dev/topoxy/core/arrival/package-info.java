/** What stands between a client's connection and its session: PROXY header, TLS handshake, and the time for them. */
@NullMarked
package dev.topoxy.core.arrival;

import org.jspecify.annotations.NullMarked;
