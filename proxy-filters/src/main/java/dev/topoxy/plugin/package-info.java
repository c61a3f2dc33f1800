/** What authors of topology description plugins write against. Nothing else in the product is API. */
@NullMarked
package dev.topoxy.plugin;

import org.jspecify.annotations.NullMarked;
