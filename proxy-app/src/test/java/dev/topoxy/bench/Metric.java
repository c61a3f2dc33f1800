package dev.topoxy.bench;

import java.util.Arrays;

/** What is measured, in the order of a table's columns. */
enum Metric {
    MEGABYTES_PER_SECOND("MB/s", 0),
    CPU_SECONDS_PER_GB("CPU s/GB", 2),
    CPU_PERCENT("CPU %", 1),
    CPU_MICROS("CPU µs", 1),
    P50_MILLIS("p50 ms", 3),
    P99_MILLIS("p99 ms", 3),
    P999_MILLIS("p99.9 ms", 3),
    START_MILLIS("start ms", 0),
    READY_MILLIS("ready ms", 0),
    HEAP_MEBIBYTES("heap MiB", 1),
    RSS_MEBIBYTES("RSS MiB", 0),
    PEAK_RSS_MEBIBYTES("peak RSS MiB", 0);

    final String label;
    final int decimals;

    Metric(String label, int decimals) {
        this.label = label;
        this.decimals = decimals;
    }

    static Metric of(String label) {
        return Arrays.stream(values())
                .filter(metric -> metric.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no figure " + label));
    }
}
