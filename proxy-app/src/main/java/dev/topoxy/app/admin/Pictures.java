package dev.topoxy.app.admin;

import dev.topoxy.app.drawing.Dot;
import dev.topoxy.app.drawing.Mermaid;
import dev.topoxy.app.drawing.Sheet;
import dev.topoxy.app.drawing.Svg;
import java.util.Map;

/** A sheet in the forms that the API has for it. */
enum Pictures {
    SVG,
    DOT,
    MMD;

    /** A picture brings its own style, which the page's policy would not let apply. */
    private static final Map<String, String> PICTURE_POLICY = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox");

    /** What a path ends with. */
    String ending() {
        return "." + GroupJson.word(this);
    }

    Answer of(Sheet sheet, String title) {
        return switch (this) {
            case SVG -> new Answer(200, Answer.SVG, Svg.of(sheet, title), true, PICTURE_POLICY);
            case DOT -> Answer.ok(Answer.TEXT, Dot.of(sheet, title));
            case MMD -> Answer.ok(Answer.TEXT, Mermaid.of(sheet));
        };
    }
}
