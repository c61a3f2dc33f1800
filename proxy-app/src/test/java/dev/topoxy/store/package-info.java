/** The durable stores before real brokers: what survives, what is seen where, and what happens when things fail. */
@NullMarked
package dev.topoxy.store;

import org.jspecify.annotations.NullMarked;
