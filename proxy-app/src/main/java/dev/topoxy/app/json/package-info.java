/** Writing JSON: for the API and for structured logs. */
@NullMarked
package dev.topoxy.app.json;

import org.jspecify.annotations.NullMarked;
