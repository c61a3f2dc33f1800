/** The Helm chart, rendered by Helm itself and judged without a cluster. */
@NullMarked
package dev.topoxy.chart;

import org.jspecify.annotations.NullMarked;
