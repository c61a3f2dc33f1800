package dev.topoxy.app.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where requests of one method and form of path go.
 *
 * @param pattern parts of the path; one in braces stands for any text
 * @param quick whether it answers at once, so that it runs on the event loop whatever else is under way
 */
record Route(String method, List<String> pattern, Guard.Access access, boolean quick, Endpoint endpoint) {

    /** Answers a request. */
    @FunctionalInterface
    interface Endpoint {

        /**
         * Makes the answer.
         *
         * @param arguments what the path has in place of the parts in braces
         */
        Answer answer(AdminRequest request, List<String> arguments);
    }

    static Route quick(String path, Guard.Access access, Endpoint endpoint) {
        return new Route("GET", parts(path), access, true, endpoint);
    }

    static Route get(String path, Guard.Access access, Endpoint endpoint) {
        return new Route("GET", parts(path), access, false, endpoint);
    }

    static Route put(String path, Guard.Access access, Endpoint endpoint) {
        return new Route("PUT", parts(path), access, false, endpoint);
    }

    private static List<String> parts(String path) {
        return path.equals("/") ? List.of() : List.of(path.substring(1).split("/", -1));
    }

    /** What stands for the parts in braces, where the path is of this form. */
    Optional<List<String>> match(List<String> path) {
        if (path.size() != pattern.size()) {
            return Optional.empty();
        }
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            if (pattern.get(i).startsWith("{")) {
                arguments.add(path.get(i));
            } else if (!pattern.get(i).equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(arguments);
    }
}
