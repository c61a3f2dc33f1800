/** What is counted and measured, and how it reads to Prometheus. Counting is cheap; all else is made when somebody asks. */
@NullMarked
package dev.topoxy.app.metrics;

import org.jspecify.annotations.NullMarked;
