/** What is known of the Streams groups of a cluster, put together for showing: state, description, history, diff, topics. */
@NullMarked
package dev.topoxy.app.groups;

import org.jspecify.annotations.NullMarked;
