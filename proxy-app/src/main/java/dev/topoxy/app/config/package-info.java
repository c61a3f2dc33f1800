/** The configuration: one declarative schema that the YAML file and the command line are read by, every fault with its place. */
@NullMarked
package dev.topoxy.app.config;

import org.jspecify.annotations.NullMarked;
