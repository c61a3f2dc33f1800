/** Which group is asked to push its description, and when: memory of outcomes and exponential backoff, no I/O. */
@NullMarked
package dev.topoxy.filters.push;

import org.jspecify.annotations.NullMarked;
