/** Lets clients go gently before the process ends. */
@NullMarked
package dev.topoxy.core.drain;

import org.jspecify.annotations.NullMarked;
