package dev.topoxy.app.metrics;

import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.plugin.PluginListener;
import dev.topoxy.filters.plugin.PluginOperation;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.protocol.Errors;

/** Counts what becomes of the topology descriptions of one cluster. */
public final class TopologyMetrics implements TopologyListener, PluginListener, MetricSource {

    private final String cluster;
    private final LongAdder asked = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder taken = new LongAdder();
    private final Map<Errors, LongAdder> refused = new ConcurrentHashMap<>();
    private final Map<PluginOperation, Calls> calls = new EnumMap<>(PluginOperation.class);

    private record Calls(TimeHistogram times, LongAdder failures) {}

    public TopologyMetrics(String cluster) {
        this.cluster = cluster;
        for (PluginOperation operation : PluginOperation.values()) {
            calls.put(operation, new Calls(new TimeHistogram(), new LongAdder()));
        }
    }

    @Override
    public void pushAsked() {
        asked.increment();
    }

    @Override
    public void pushReceived() {
        received.increment();
    }

    @Override
    public void pushTaken() {
        taken.increment();
    }

    @Override
    public void pushRefused(Errors error) {
        refused.computeIfAbsent(error, first -> new LongAdder()).increment();
    }

    @Override
    public void called(PluginOperation operation, long nanos, boolean failed) {
        Calls counted = calls(operation);
        counted.times.record(nanos);
        if (failed) {
            counted.failures.increment();
        }
    }

    private Calls calls(PluginOperation operation) {
        Calls counted = calls.get(operation);
        if (counted == null) {
            throw new IllegalStateException("not counted: " + operation);
        }
        return counted;
    }

    @Override
    public void collect(Samples out) {
        out.add(Metric.PUSHES_ASKED, asked.sum(), cluster);
        out.add(Metric.PUSHES_RECEIVED, received.sum(), cluster);
        out.add(Metric.PUSHES_TAKEN, taken.sum(), cluster);
        refused.forEach((error, count) -> out.add(
                Metric.PUSHES_REFUSED, count.sum(), cluster, error.name().toLowerCase(Locale.ROOT)));
        calls.forEach((operation, counted) -> {
            String name = operation.name().toLowerCase(Locale.ROOT);
            out.add(Metric.PLUGIN, counted.times, cluster, name);
            out.add(Metric.PLUGIN_FAILURES, counted.failures.sum(), cluster, name);
        });
    }
}
