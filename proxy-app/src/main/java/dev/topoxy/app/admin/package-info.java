/** The admin port: an HTTP server for health, metrics, the API and the page. */
@NullMarked
package dev.topoxy.app.admin;

import org.jspecify.annotations.NullMarked;
