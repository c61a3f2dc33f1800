package dev.topoxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.Workspace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The proxy before an older broker answers as a native broker does, whatever it is asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceIT {

    private static final int FEWEST = 150;

    private final KnownDifferences known = new KnownDifferences();
    private List<Outcome> outcomes = List.of();

    @BeforeAll
    void play() throws Exception {
        try (Targets targets = Targets.start(Workspace.target("conformance"))) {
            outcomes = new Suite(targets, known).play(Scenarios.all());
        }
    }

    @AfterAll
    void print() {
        System.out.println(Report.of(outcomes));
    }

    @TestFactory
    Stream<DynamicTest> answers_as_a_native_broker_does() {
        return outcomes.stream()
                .map(outcome -> DynamicTest.dynamicTest(outcome.scenario(), () -> {
                    assertThat(outcome.failures()).isEmpty();
                    assertThat(outcome.unexpected()).isEmpty();
                }));
    }

    @Test
    void every_listed_difference_still_exists() {
        assertThat(known.neverMet()).isEmpty();
    }

    @Test
    void no_scenario_was_lost() {
        assertThat(outcomes).hasSizeGreaterThanOrEqualTo(FEWEST);
        assertThat(outcomes).extracting(Outcome::scenario).doesNotHaveDuplicates();
    }
}
