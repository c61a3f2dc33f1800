/** What happens to connections and requests, in words for whoever counts it. */
@NullMarked
package dev.topoxy.core.event;

import org.jspecify.annotations.NullMarked;
