package dev.topoxy.app.admin;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the endpoints see it.
 *
 * @param method HEAD counts as GET
 * @param path its parts, decoded: a part may hold anything, slashes too
 * @param body at most a few kilobytes
 */
record AdminRequest(
        String method,
        List<String> path,
        Map<String, List<String>> query,
        Optional<String> host,
        Optional<String> authorization,
        Optional<String> ifNoneMatch,
        boolean crossSite,
        String body) {

    /**
     * Reads a request; the message stays the caller's.
     *
     * @throws IllegalArgumentException where path or query are not properly encoded
     */
    static AdminRequest of(FullHttpRequest http) {
        QueryStringDecoder uri = new QueryStringDecoder(http.uri(), StandardCharsets.UTF_8, true, 64);
        String method = http.method().name();
        return new AdminRequest(
                method.equals("HEAD") ? "GET" : method,
                parts(uri.rawPath()),
                uri.parameters(),
                Optional.ofNullable(http.headers().get(HttpHeaderNames.HOST)),
                Optional.ofNullable(http.headers().get(HttpHeaderNames.AUTHORIZATION)),
                Optional.ofNullable(http.headers().get(HttpHeaderNames.IF_NONE_MATCH)),
                isCrossSite(http),
                http.content().toString(StandardCharsets.UTF_8));
    }

    private static List<String> parts(String rawPath) {
        String path = rawPath.startsWith("/") ? rawPath.substring(1) : rawPath;
        if (path.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(path.split("/", -1))
                // A plus is a plus in a path, unlike in a query.
                .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
                .toList();
    }

    /** Whether a browser says that another site's page asks. */
    private static boolean isCrossSite(FullHttpRequest http) {
        return "cross-site".equals(http.headers().get("Sec-Fetch-Site"));
    }

    /** A parameter of the query; empty where it is absent or empty. */
    Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).map(values -> values.get(0)).filter(value -> !value.isEmpty());
    }

    /** A number in the query. */
    int number(String name, int defaultValue, int min, int max) {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return defaultValue;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new BadRequestException(name + " must be a number from " + min + " to " + max + ".");
    }
}
