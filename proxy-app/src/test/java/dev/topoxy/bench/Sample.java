package dev.topoxy.bench;

/**
 * One figure.
 *
 * @param round 0 for the first, which warms up
 */
record Sample(String workload, String subject, int round, Metric metric, double value) {}
