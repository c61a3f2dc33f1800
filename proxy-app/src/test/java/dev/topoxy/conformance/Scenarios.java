package dev.topoxy.conformance;

import java.util.List;
import java.util.stream.Stream;

/** The list; scenarios that wait long stand first, so that others are played meanwhile. */
final class Scenarios {

    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(
                        PluginScenarios.patient(),
                        ClientScenarios.all(),
                        PluginScenarios.all(),
                        PushScenarios.all(),
                        ShapeScenarios.all(),
                        HeartbeatScenarios.all(),
                        DescribeScenarios.all(),
                        DeleteScenarios.all(),
                        OtherGroupScenarios.all(),
                        AccessScenarios.all(),
                        WireScenarios.all())
                .flatMap(List::stream)
                .toList();
    }
}
