/** The topology description flow on the real path: broker, proxy process and plugin jar, request by request. */
@NullMarked
package dev.topoxy.flow;

import org.jspecify.annotations.NullMarked;
