package dev.topoxy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes {@code latest.md} for people and {@code latest.csv} for programs. */
final class Report {

    static final String CSV = "latest.csv";

    private final Samples samples;
    private final List<String> facts;

    Report(Samples samples, List<String> facts) {
        this.samples = samples;
        this.facts = facts;
    }

    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("latest.md"), markdown());
        Files.writeString(directory.resolve(CSV), samples.csv());
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# Figures of `./bench`\n\n");
        facts.forEach(fact -> text.append("- ").append(fact).append('\n'));
        text.append(
                "\nMedian (lowest-highest) of interleaved rounds. *First round* stands apart: programs are cold in it.\n");
        for (String workload : samples.workloads()) {
            table(text, workload);
            ratios(text, workload);
        }
        return text.toString();
    }

    private void table(StringBuilder text, String workload) {
        List<Metric> metrics = samples.metrics(workload);
        text.append("\n## ").append(workload).append("\n\n");
        text.append(samples.run(workload)).append("\n\n| |");
        metrics.forEach(metric -> text.append(' ').append(metric.label).append(" |"));
        metrics.forEach(
                metric -> text.append(" first round ").append(metric.label).append(" |"));
        text.append("\n|---|").append("---:|".repeat(2 * metrics.size())).append('\n');
        for (String subject : samples.subjects(workload)) {
            text.append("| ").append(subject).append(" |");
            for (Metric metric : metrics) {
                text.append(' ')
                        .append(samples.spread(workload, subject, metric)
                                .map(spread -> spread(spread, metric.decimals))
                                .orElse(""))
                        .append(" |");
            }
            for (Metric metric : metrics) {
                text.append(' ');
                samples.first(workload, subject, metric)
                        .ifPresent(value -> text.append(number(value, metric.decimals)));
                text.append(" |");
            }
            text.append('\n');
        }
    }

    private void ratios(StringBuilder text, String workload) {
        StringBuilder lines = new StringBuilder();
        for (String subject : samples.subjects(workload)) {
            for (String other : bases(workload, subject)) {
                for (Metric metric : samples.metrics(workload)) {
                    samples.ratio(workload, subject, other, metric)
                            .ifPresent(ratio -> lines.append(
                                    format("| %s / %s | %s | %s |%n", subject, other, metric.label, spread(ratio, 2))));
                }
            }
        }
        if (!lines.isEmpty()) {
            text.append("\n| ratio within a round | of | median (lowest-highest) |\n|---|---|---:|\n")
                    .append(lines);
        }
    }

    /**
     * What a subject is compared with: no proxy, and an L4 proxy; a start with an empty one on the same JDK; many
     * groups with few.
     */
    private List<String> bases(String workload, String subject) {
        if (subject.equals(DirectRoute.NAME)) {
            return List.of();
        }
        List<String> wanted = List.of(
                DirectRoute.NAME,
                HaProxy.NAME,
                subject.replace("Topoxy, ", "empty main, "),
                subject.replace(", 10000 groups", ", 10 groups"));
        return samples.subjects(workload).stream()
                .filter(other -> !other.equals(subject) && wanted.contains(other))
                .toList();
    }

    private static String spread(Samples.Spread spread, int decimals) {
        return number(spread.median(), decimals) + " (" + number(spread.min(), decimals) + "-"
                + number(spread.max(), decimals) + ")";
    }

    private static String number(double value, int decimals) {
        return format("%." + decimals + "f", value);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
