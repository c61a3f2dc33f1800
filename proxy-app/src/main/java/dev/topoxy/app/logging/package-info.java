/** Log output: set up without files, and safe to show text that clients sent. */
@NullMarked
package dev.topoxy.app.logging;

import org.jspecify.annotations.NullMarked;
