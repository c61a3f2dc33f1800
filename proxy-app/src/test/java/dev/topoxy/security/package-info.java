/** Who may do what through the proxy, and who the proxy says a client is: on real brokers with logins and ACLs. */
@NullMarked
package dev.topoxy.security;

import org.jspecify.annotations.NullMarked;
