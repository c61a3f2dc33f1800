/** The program: command line, wiring of relay and filters, start and stop. */
@NullMarked
package dev.topoxy.app;

import org.jspecify.annotations.NullMarked;
