package dev.topoxy.app.metrics;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The reference of the metrics, made from {@link Metric} so that it cannot be out of date. */
final class MetricsReference {

    private static final String HEAD = """
            # Metrics

            <!-- Generated from the code. -->

            `curl -s http://127.0.0.1:9190/metrics` shows them in Prometheus' text format. `monitoring/` holds a
            [Grafana dashboard](monitoring/grafana-dashboard.json) and [alert rules](monitoring/prometheus-alerts.yaml).

            Labels are bounded: clusters by the configuration, APIs, reasons, sides, states and operations by the program.
            No label ever holds a group, a client id, a principal or an address. Times are in seconds, sizes in bytes;
            histograms have buckets from 0.5 ms to 30 s.

            | metric | kind | labels | meaning |
            |---|---|---|---|
            """;

    private static final String TAIL = """

            ## Java and Netty

            `jvm_memory_*`, `jvm_buffer_*`, `jvm_threads_*`, `process_*`, `system_*` and `netty_allocator_*` are
            Micrometer's. `jvm_memory_used_bytes{area="heap"}` against `jvm_memory_max_bytes` and
            `netty_allocator_memory_used` are the ones to watch.

            ## Where a Kafka 4.4 broker has it

            A broker with a plugin counts what its plugin does under `group-coordinator-metrics`, as JMX.

            | broker's name, each with `-rate` and `-count` | here |
            |---|---|
            | `streams-group-topology-description-set-success` | `topoxy_plugin_seconds_count{operation="set"}` less the failures |
            | `streams-group-topology-description-set-error` | `topoxy_plugin_failures_total{operation="set"}` |
            | `streams-group-topology-description-get-success` | `topoxy_plugin_seconds_count{operation="get"}` less the failures |
            | `streams-group-topology-description-get-error` | `topoxy_plugin_failures_total{operation="get"}` |
            | `streams-group-topology-description-delete-success` | `topoxy_plugin_seconds_count{operation="delete"}` less the failures |
            | `streams-group-topology-description-delete-error` | `topoxy_plugin_failures_total{operation="delete"}` |
            | `streams-group-topology-description-cleanup-cycle`, `-cleanup-eligible` | nothing: stores drop groups that are not seen any more by themselves |

            A rate is PromQL's: `rate(topoxy_plugin_failures_total{operation="set"}[5m])`.
            """;

    private MetricsReference() {}

    /** The whole document. */
    static String markdown() {
        return Arrays.stream(Metric.values()).map(MetricsReference::row).collect(Collectors.joining("", HEAD, TAIL));
    }

    private static String row(Metric metric) {
        String labels = metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s |\n".formatted(metric.exposedName(), metric.kindText(), labels, metric.help());
    }
}
