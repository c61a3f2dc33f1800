/** Log lines that a flood of equal events cannot turn into a flood of lines. */
@NullMarked
package dev.topoxy.core.log;

import org.jspecify.annotations.NullMarked;
