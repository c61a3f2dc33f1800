/** What a connection to a broker needs before requests may be sent on it: PROXY header, TLS handshake, login. */
@NullMarked
package dev.topoxy.core.upstream;

import org.jspecify.annotations.NullMarked;
