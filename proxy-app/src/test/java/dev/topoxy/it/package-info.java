/**
 * The whole product in use: the distribution as a process of its own, between real clients and real brokers. Each class
 * holds one promise to users.
 */
@NullMarked
package dev.topoxy.it;

import org.jspecify.annotations.NullMarked;
