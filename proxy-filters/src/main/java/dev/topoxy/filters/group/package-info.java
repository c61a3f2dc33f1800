/** What the proxy knows of streams groups: which topology each has, and the id that names it the same in every proxy. */
@NullMarked
package dev.topoxy.filters.group;

import org.jspecify.annotations.NullMarked;
