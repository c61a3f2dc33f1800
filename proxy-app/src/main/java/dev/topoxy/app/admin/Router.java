package dev.topoxy.app.admin;

import dev.topoxy.core.log.RateLimitedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.LoggerFactory;

/** Finds the endpoint for a request and has it answer, with every fault turned into an answer. */
final class Router {

    private static final RateLimitedLog warnings =
            new RateLimitedLog(LoggerFactory.getLogger(Router.class), Duration.ofMinutes(1));

    private final List<Route> routes = new ArrayList<>();
    private final Guard guard;
    private final Executor workers;

    /**
     * @param workers runs what may block; may refuse to
     */
    Router(Guard guard, Executor workers) {
        this.guard = guard;
        this.workers = workers;
    }

    Router add(List<Route> more) {
        routes.addAll(more);
        return this;
    }

    /** The answer; never fails. */
    CompletableFuture<Answer> answer(AdminRequest request) {
        Set<String> methods = new TreeSet<>();
        for (Route route : routes) {
            Optional<List<String>> arguments = route.match(request.path());
            if (arguments.isPresent()) {
                methods.add(route.method());
                if (route.method().equals(request.method())) {
                    return answer(route, request, arguments.get());
                }
            }
        }
        // Who may not look learns nothing of what there is.
        Answer answer = guard.refusal(request, Guard.Access.PAGE)
                .orElseGet(() -> methods.isEmpty()
                        ? Answer.problem(
                                404, "There is nothing at this path; /api/v1/openapi.json lists what there is.")
                        : Answer.wrongMethod(allowed(methods)));
        return CompletableFuture.completedFuture(answer);
    }

    private static List<String> allowed(Set<String> methods) {
        List<String> allowed = new ArrayList<>(methods);
        if (methods.contains("GET")) {
            allowed.add("HEAD");
        }
        return allowed;
    }

    private CompletableFuture<Answer> answer(Route route, AdminRequest request, List<String> arguments) {
        Optional<Answer> refusal = guard.refusal(request, route.access());
        if (refusal.isPresent()) {
            return CompletableFuture.completedFuture(refusal.get());
        }
        if (route.quick()) {
            return CompletableFuture.completedFuture(run(route, request, arguments));
        }
        try {
            return CompletableFuture.supplyAsync(() -> run(route, request, arguments), workers);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(Answer.problem(503, "Too many requests are under way."));
        }
    }

    private static Answer run(Route route, AdminRequest request, List<String> arguments) {
        try {
            return route.endpoint().answer(request, arguments);
        } catch (BadRequestException e) {
            return Answer.problem(400, String.valueOf(e.getMessage()));
        } catch (NotFoundException e) {
            return Answer.problem(404, String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            warnings.warn(
                    e.getClass().getName(),
                    "The admin server failed to answer /{}",
                    String.join("/", route.pattern()),
                    e);
            return Answer.problem(500, "The proxy failed to answer; its log says why.");
        }
    }
}
