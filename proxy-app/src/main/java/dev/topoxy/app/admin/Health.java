package dev.topoxy.app.admin;

import dev.topoxy.app.json.Json;
import dev.topoxy.app.metrics.Metric;
import dev.topoxy.app.metrics.MetricSource;
import dev.topoxy.app.metrics.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Whether the proxy can serve, and if not, why. Thread-safe. */
public final class Health implements MetricSource {

    /**
     * Something that must hold.
     *
     * @param name for programs
     * @param failure what is wrong, in a sentence; empty while it holds
     */
    private record Condition(String name, Supplier<Optional<String>> failure) {}

    private final List<Condition> conditions = new CopyOnWriteArrayList<>();
    private volatile boolean listening;
    private volatile boolean draining;

    public Health() {
        require("listeners", () -> listening ? Optional.empty() : Optional.of("Not all listeners are bound yet."));
        require("draining", () -> draining ? Optional.of("The proxy is stopping.") : Optional.empty());
    }

    /** The proxy is ready only while there is no failure; asked at each look, so it must not block. */
    public void require(String name, Supplier<Optional<String>> failure) {
        conditions.add(new Condition(name, failure));
    }

    /** All listeners are bound. */
    public void listening() {
        listening = true;
    }

    /** No new connection is wanted from now on. */
    public void draining() {
        draining = true;
    }

    List<Route> routes() {
        return List.of(
                Route.quick("/livez", Guard.Access.HEALTH, (request, arguments) -> status(200, "alive", List.of())),
                Route.quick(
                        "/startupz",
                        Guard.Access.HEALTH,
                        (request, arguments) ->
                                listening ? status(200, "started", List.of()) : status(503, "starting", List.of())),
                Route.quick("/readyz", Guard.Access.HEALTH, (request, arguments) -> readiness()));
    }

    private Answer readiness() {
        boolean[] ready = {true};
        List<Json.Members> looked = conditions.stream()
                .map(condition -> {
                    Optional<String> failure = condition.failure().get();
                    ready[0] &= failure.isEmpty();
                    return Json.object()
                            .with("condition", condition.name())
                            .with("ok", failure.isEmpty())
                            .with("failure", failure);
                })
                .toList();
        return ready[0] ? status(200, "ready", looked) : status(503, "not ready", looked);
    }

    private static Answer status(int status, String text, List<Json.Members> conditions) {
        Json.Members body = Json.object().with("status", text);
        if (!conditions.isEmpty()) {
            body.with("conditions", conditions);
        }
        return new Answer(status, Answer.JSON, Json.text(body), false, Map.of());
    }

    private boolean isReady() {
        return conditions.stream()
                .allMatch(condition -> condition.failure().get().isEmpty());
    }

    @Override
    public void collect(Samples out) {
        out.add(Metric.READY, isReady() ? 1 : 0);
    }
}
