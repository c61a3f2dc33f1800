/** What the topology filters cost per request, measured by JMH; see docs/benchmarks. */
package dev.topoxy.filters.jmh;
