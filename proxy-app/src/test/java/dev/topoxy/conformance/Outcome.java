package dev.topoxy.conformance;

import java.util.List;

/**
 * What came of one scenario.
 *
 * @param unexpected differences that no entry of {@link KnownDifferences} covers
 * @param failures at which target the scenario could not be played to its end, and why
 */
record Outcome(String scenario, List<Difference> unexpected, List<String> failures) {

    Outcome {
        unexpected = List.copyOf(unexpected);
        failures = List.copyOf(failures);
    }

    boolean differs() {
        return !unexpected.isEmpty() || !failures.isEmpty();
    }
}
