/** The contract between the relay and what is done to messages: around-advice, one filter for one API on one connection. */
@NullMarked
package dev.topoxy.core.filter;

import org.jspecify.annotations.NullMarked;
