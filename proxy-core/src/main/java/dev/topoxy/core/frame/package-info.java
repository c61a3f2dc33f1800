/** Cuts the byte streams of both sides into frames without holding those that nobody reads. */
@NullMarked
package dev.topoxy.core.frame;

import org.jspecify.annotations.NullMarked;
