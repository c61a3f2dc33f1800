/** Plugins from the proxy's side: found, loaded, called without harm to anybody else, and their failures classified. */
@NullMarked
package dev.topoxy.filters.plugin;

import org.jspecify.annotations.NullMarked;
