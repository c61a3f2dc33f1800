/** The commands that ask a running proxy's admin server. */
@NullMarked
package dev.topoxy.app.ask;

import org.jspecify.annotations.NullMarked;
