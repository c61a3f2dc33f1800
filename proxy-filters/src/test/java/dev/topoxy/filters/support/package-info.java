/** Arrangement shared by the tests of the filters. */
@NullMarked
package dev.topoxy.filters.support;

import org.jspecify.annotations.NullMarked;
