package dev.topoxy.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All figures of a run, and those that an earlier one left of other workloads. */
final class Samples {

    private static final String HEADER = "workload,run,subject,round,metric,value";
    private static final Pattern ROW = Pattern.compile("([^,]*),\"([^\"]*)\",\"([^\"]*)\",(\\d+),([^,]*),([^,]*)");

    /** The middle and the ends of what several rounds gave. */
    record Spread(double median, double min, double max) {

        static Optional<Spread> of(double[] values) {
            if (values.length == 0) {
                return Optional.empty();
            }
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int half = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
            return Optional.of(new Spread(median, sorted[0], sorted[sorted.length - 1]));
        }
    }

    private final List<Sample> all = new ArrayList<>();
    private final Map<String, String> runs = new HashMap<>();
    private final String run;

    /** @param run when and how, for people */
    Samples(String run) {
        this.run = run;
    }

    void add(Sample sample) {
        add(sample, run);
    }

    private void add(Sample sample, String itsRun) {
        all.add(sample);
        runs.put(sample.workload(), itsRun);
    }

    /** Takes over what {@link #csv} once said of workloads that are not to be measured now. */
    void keep(String csv, Collection<String> measured) {
        for (String line : csv.lines().skip(1).toList()) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                throw new IllegalArgumentException("not a row of '" + HEADER + "': " + line);
            }
            if (!measured.contains(row.group(1))) {
                Sample sample = new Sample(
                        row.group(1),
                        row.group(3),
                        Integer.parseInt(row.group(4)),
                        Metric.of(row.group(5)),
                        Double.parseDouble(row.group(6)));
                add(sample, row.group(2));
            }
        }
    }

    String csv() {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        for (Sample sample : all) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s,\"%s\",\"%s\",%d,%s,%.4f%n",
                    sample.workload(),
                    run(sample.workload()),
                    sample.subject(),
                    sample.round(),
                    sample.metric().label,
                    sample.value()));
        }
        return text.toString();
    }

    /** In the order in which they are always told. */
    List<String> workloads() {
        return Workloads.names().stream().filter(runs::containsKey).toList();
    }

    /** The run that measured the workload. */
    String run(String workload) {
        return runs.getOrDefault(workload, run);
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
