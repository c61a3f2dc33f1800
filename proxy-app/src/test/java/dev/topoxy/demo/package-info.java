/** The demonstration: a real broker, the proxy, a real Streams application, and what Kafka's own tool then shows. */
@NullMarked
package dev.topoxy.demo;

import org.jspecify.annotations.NullMarked;
