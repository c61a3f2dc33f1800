package dev.topoxy.app.admin;

import dev.topoxy.app.json.Json;
import java.util.List;
import java.util.Map;

/**
 * An answer to a request.
 *
 * @param type the media type of the body
 * @param tagged whether clients may keep it and ask whether it changed
 * @param headers more headers
 */
record Answer(int status, String type, String body, boolean tagged, Map<String, String> headers) {

    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";
    static final String SVG = "image/svg+xml";

    private static final Map<Integer, String> TITLES = Map.of(
            400, "Bad Request",
            401, "Unauthorized",
            403, "Forbidden",
            404, "Not Found",
            405, "Method Not Allowed",
            409, "Conflict",
            413, "Content Too Large",
            500, "Internal Server Error",
            501, "Not Implemented",
            503, "Service Unavailable");

    /** A document that clients may keep. */
    static Answer ok(String type, String body) {
        return new Answer(200, type, body, true, Map.of());
    }

    static Answer json(Object value) {
        return ok(JSON, Json.text(value));
    }

    /** A document of this moment. */
    static Answer momentary(int status, String type, String body) {
        return new Answer(status, type, body, false, Map.of());
    }

    /** A fault as RFC 9457 writes it. */
    static Answer problem(int status, String detail) {
        return problem(status, detail, Map.of());
    }

    static Answer problem(int status, String detail, Map<String, String> headers) {
        return new Answer(
                status,
                "application/problem+json",
                Json.text(Json.object()
                        .with("title", TITLES.getOrDefault(status, "Error"))
                        .with("status", status)
                        .with("detail", detail)),
                false,
                headers);
    }

    static Answer wrongMethod(List<String> allowed) {
        String methods = String.join(", ", allowed);
        return problem(405, "Only " + methods + " is understood here.", Map.of("Allow", methods));
    }
}
