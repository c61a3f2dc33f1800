/** What the relay costs per frame, measured by JMH; see docs/benchmarks. */
package dev.topoxy.core.jmh;
