/** The container image, where a Docker engine is found. */
@NullMarked
package dev.topoxy.image;

import org.jspecify.annotations.NullMarked;
