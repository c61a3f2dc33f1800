/** What the core's tests share: leak detection, scripted brokers, raw clients, frames. */
@NullMarked
package dev.topoxy.core.support;

import org.jspecify.annotations.NullMarked;
