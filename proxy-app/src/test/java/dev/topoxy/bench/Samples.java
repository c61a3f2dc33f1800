package dev.topoxy.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** All figures of a run. */
final class Samples {

    /** The middle and the ends of what several rounds gave. */
    record Spread(double median, double min, double max) {

        static Optional<Spread> of(double[] values) {
            if (values.length == 0) {
                return Optional.empty();
            }
            double[] sorted = values.clone();
            java.util.Arrays.sort(sorted);
            int half = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
            return Optional.of(new Spread(median, sorted[0], sorted[sorted.length - 1]));
        }
    }

    private final List<Sample> all = new ArrayList<>();

    void add(Sample sample) {
        all.add(sample);
    }

    List<Sample> all() {
        return List.copyOf(all);
    }

    List<String> workloads() {
        return all.stream().map(Sample::workload).distinct().toList();
    }

    List<String> subjects(String workload) {
        return of(workload).map(Sample::subject).distinct().toList();
    }

    List<Metric> metrics(String workload) {
        return of(workload).map(Sample::metric).distinct().sorted().toList();
    }

    OptionalDouble first(String workload, String subject, Metric metric) {
        return value(workload, subject, metric, 0);
    }

    /** Of the counted rounds. */
    Optional<Spread> spread(String workload, String subject, Metric metric) {
        return Spread.of(of(workload)
                .filter(sample -> sample.round() > 0 && sample.subject().equals(subject) && sample.metric() == metric)
                .mapToDouble(Sample::value)
                .toArray());
    }

    /** One subject's figure divided by the other's in the same round. */
    Optional<Spread> ratio(String workload, String subject, String other, Metric metric) {
        return Spread.of(of(workload)
                .filter(sample -> sample.round() > 0 && sample.subject().equals(subject) && sample.metric() == metric)
                .flatMap(sample -> value(workload, other, metric, sample.round()).stream()
                        .filter(base -> base > 0)
                        .mapToObj(base -> sample.value() / base))
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    private OptionalDouble value(String workload, String subject, Metric metric, int round) {
        return of(workload)
                .filter(sample ->
                        sample.round() == round && sample.subject().equals(subject) && sample.metric() == metric)
                .mapToDouble(Sample::value)
                .findFirst();
    }

    private Stream<Sample> of(String workload) {
        return all.stream().filter(sample -> sample.workload().equals(workload));
    }
}
