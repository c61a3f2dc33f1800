/** Real frames for the tests of the relay. */
@NullMarked
package dev.topoxy.core.testing;

import org.jspecify.annotations.NullMarked;
