/** Who a client is, as far as the broker has accepted it: read from exchanges that pass, never decided here. */
@NullMarked
package dev.topoxy.core.identity;

import org.jspecify.annotations.NullMarked;
