package dev.topoxy.app.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Takes the values of one scrape and puts those of one metric together. */
public final class Samples {

    private final Map<Metric, List<CounterDataPointSnapshot>> counters = new EnumMap<>(Metric.class);
    private final Map<Metric, List<GaugeDataPointSnapshot>> gauges = new EnumMap<>(Metric.class);
    private final Map<Metric, List<HistogramDataPointSnapshot>> histograms = new EnumMap<>(Metric.class);

    /** The value of a counter or a gauge, with the values of its labels in their order. */
    public void add(Metric metric, long value, String... labels) {
        if (metric.kind() == Metric.Kind.COUNTER) {
            counters.computeIfAbsent(metric, first -> new ArrayList<>())
                    .add(CounterDataPointSnapshot.builder()
                            .value((double) value)
                            .labels(labels(metric, labels))
                            .build());
        } else {
            gauges.computeIfAbsent(metric, first -> new ArrayList<>())
                    .add(GaugeDataPointSnapshot.builder()
                            .value((double) value)
                            .labels(labels(metric, labels))
                            .build());
        }
    }

    /** The values of a histogram. */
    public void add(Metric metric, TimeHistogram times, String... labels) {
        histograms
                .computeIfAbsent(metric, first -> new ArrayList<>())
                .add(HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(
                                ClassicHistogramBuckets.of(TimeHistogram.boundsInSeconds(), times.counts()))
                        .sum(times.sumInSeconds())
                        .labels(labels(metric, labels))
                        .build());
    }

    private static Labels labels(Metric metric, String... values) {
        return Labels.of(metric.labels().toArray(String[]::new), values);
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> all = new ArrayList<>();
        counters.forEach((metric, points) -> {
            CounterSnapshot.Builder counter =
                    CounterSnapshot.builder().name(metric.base()).help(metric.help());
            points.forEach(counter::dataPoint);
            all.add(counter.build());
        });
        gauges.forEach((metric, points) -> {
            GaugeSnapshot.Builder gauge =
                    GaugeSnapshot.builder().name(metric.base()).help(metric.help());
            points.forEach(gauge::dataPoint);
            all.add(gauge.build());
        });
        histograms.forEach((metric, points) -> {
            HistogramSnapshot.Builder histogram =
                    HistogramSnapshot.builder().name(metric.base()).help(metric.help());
            points.forEach(histogram::dataPoint);
            all.add(histogram.build());
        });
        return new MetricSnapshots(all);
    }
}
