/** Listeners, connections to brokers, and the life of the proxy as a whole. */
@NullMarked
package dev.topoxy.core.server;

import org.jspecify.annotations.NullMarked;
