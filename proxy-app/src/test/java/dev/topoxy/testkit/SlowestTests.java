package dev.topoxy.testkit;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints the five slowest tests that took a second or more; found by JUnit as a service. */
public final class SlowestTests implements TestExecutionListener {

    private static final int PRINTED = 5;

    private final Map<TestIdentifier, Long> startedAt = new ConcurrentHashMap<>();
    private final Map<String, Duration> took = new ConcurrentHashMap<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        startedAt.put(test, System.nanoTime());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Long start = startedAt.remove(test);
        if (test.isTest() && start != null) {
            took.put(name(test), Duration.ofNanos(System.nanoTime() - start));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        took.entrySet().stream()
                .filter(each -> each.getValue().toSeconds() >= 1)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(PRINTED)
                .forEach(each ->
                        System.out.printf("%6.1f s  %s%n", each.getValue().toMillis() / 1000.0, each.getKey()));
        took.clear();
    }

    private static String name(TestIdentifier test) {
        String type = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getClassName())
                .orElse("");
        return type.substring(type.lastIndexOf('.') + 1) + "." + test.getDisplayName();
    }
}
