/** The Kafka wire format as far as the proxy reads it itself: header fields, version ranges, and messages of kafka-clients in and out of Netty buffers. */
@NullMarked
package dev.topoxy.core.wire;

import org.jspecify.annotations.NullMarked;
