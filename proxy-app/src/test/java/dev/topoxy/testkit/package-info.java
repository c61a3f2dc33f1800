/**
 * Real parts for tests: brokers of several versions and their tools as child JVMs, Streams applications, a client that
 * speaks single frames. Nothing here uses the proxy's own code.
 */
@NullMarked
package dev.topoxy.testkit;

import org.jspecify.annotations.NullMarked;
