/** The stores that come with the product, each a plugin like any other. */
@NullMarked
package dev.topoxy.filters.store;

import org.jspecify.annotations.NullMarked;
