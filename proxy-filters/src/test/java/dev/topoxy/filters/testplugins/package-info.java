/** What tests of plugins share: a clock to turn by hand, clients, descriptions, and plugin jars made on the spot. */
@NullMarked
package dev.topoxy.filters.testplugins;

import org.jspecify.annotations.NullMarked;
