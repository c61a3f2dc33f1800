package dev.topoxy.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Plays scenarios, some at once since many of them wait, each to both targets side by side. */
final class Suite {

    private static final int AT_ONCE = 4;

    private record Played(JsonNode transcript, List<String> failures) {}

    private final Targets targets;
    private final KnownDifferences known;

    Suite(Targets targets, KnownDifferences known) {
        this.targets = targets;
        this.known = known;
    }

    /** In the order of the scenarios. */
    List<Outcome> play(List<Scenario> scenarios) {
        ExecutorService several = Executors.newFixedThreadPool(AT_ONCE);
        ExecutorService sides = Executors.newCachedThreadPool();
        try {
            List<CompletableFuture<Outcome>> playing = scenarios.stream()
                    .map(scenario -> CompletableFuture.supplyAsync(() -> play(scenario, sides), several))
                    .toList();
            return playing.stream().map(CompletableFuture::join).toList();
        } finally {
            several.shutdownNow();
            sides.shutdownNow();
        }
    }

    private static String shortened(String text) {
        return text.length() > 1_500 ? "..." + text.substring(text.length() - 1_500) : text;
    }

    private Outcome play(Scenario scenario, ExecutorService sides) {
        CompletableFuture<Played> reference =
                CompletableFuture.supplyAsync(() -> play(scenario, targets.reference()), sides);
        Played proxied = play(scenario, targets.proxied());
        List<Difference> unexpected =
                Difference.between(scenario.name(), reference.join().transcript(), proxied.transcript()).stream()
                        .filter(difference -> !known.cover(difference))
                        .toList();
        List<String> failures = new ArrayList<>(reference.join().failures());
        failures.addAll(proxied.failures());
        return new Outcome(scenario.name(), unexpected, failures);
    }

    private static Played play(Scenario scenario, Target target) {
        JsonNode transcript = Normalizer.JSON.createObjectNode();
        try (Stage stage = new Stage(scenario, target)) {
            transcript = stage.transcript();
            scenario.script().play(stage);
            return new Played(transcript, List.of());
        } catch (Exception | AssertionError e) {
            return new Played(
                    transcript, List.of(target.name() + ": " + e + " after " + shortened(transcript.toString())));
        }
    }
}
