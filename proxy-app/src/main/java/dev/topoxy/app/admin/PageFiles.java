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
                script("page"),
                script("group"),
                script("node"),
                script("drawing"),
                script("exports"),
                script("view"),
                script("words"),
                script("api"),
                file("/favicon.svg", "favicon.svg", Answer.SVG),
                file("/api/v1/openapi.json", "openapi.json", Answer.JSON));
    }

    private static Route script(String name) {
        return file("/" + name + ".js", name + ".js", "text/javascript; charset=utf-8");
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
