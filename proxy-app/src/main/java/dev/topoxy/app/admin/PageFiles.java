package dev.topoxy.app.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The page's files, from the jar: a fixed list, so that no path leads anywhere else. */
final class PageFiles {

    private PageFiles() {}

    static List<Route> routes() {
        return List.of(
                file("/", "index.html", "text/html; charset=utf-8"),
                file("/page.css", "page.css", "text/css; charset=utf-8"),
                file("/page.js", "page.js", "text/javascript; charset=utf-8"),
                file("/drawing.js", "drawing.js", "text/javascript; charset=utf-8"),
                file("/favicon.svg", "favicon.svg", Answer.SVG),
                file("/api/v1/openapi.json", "openapi.json", Answer.JSON));
    }

    private static Route file(String path, String name, String type) {
        return Route.get(path, Guard.Access.PAGE, (request, arguments) -> Answer.ok(type, read(name)));
    }

    private static String read(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream("/dev/topoxy/page/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
