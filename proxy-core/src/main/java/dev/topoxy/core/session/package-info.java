/** One client connection and its broker connection: which answer belongs to which request, in which order they leave, and when either side may read. */
@NullMarked
package dev.topoxy.core.session;

import org.jspecify.annotations.NullMarked;
