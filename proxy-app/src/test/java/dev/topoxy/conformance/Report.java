package dev.topoxy.conformance;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a reader of the build's output is told. */
final class Report {

    private Report() {}

    /** Every difference that is not listed, and the count as the last line. */
    static String of(List<Outcome> outcomes) {
        long differ = outcomes.stream().filter(Outcome::differs).count();
        return outcomes.stream()
                        .flatMap(outcome -> Stream.concat(
                                outcome.failures().stream()
                                        .map(failure -> outcome.scenario() + " failed at " + failure),
                                outcome.unexpected().stream().map(Difference::toString)))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining("", "\n", ""))
                + "conformance: %d scenarios, %d differ".formatted(outcomes.size(), differ);
    }
}
