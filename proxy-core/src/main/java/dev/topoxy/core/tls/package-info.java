/** TLS on both sides: keys and trust from files, contexts made of them, made anew when the files change. */
@NullMarked
package dev.topoxy.core.tls;

import org.jspecify.annotations.NullMarked;
