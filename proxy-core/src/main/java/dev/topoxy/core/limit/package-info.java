/** What clients may take of the process: connections, memory, time. */
@NullMarked
package dev.topoxy.core.limit;

import org.jspecify.annotations.NullMarked;
