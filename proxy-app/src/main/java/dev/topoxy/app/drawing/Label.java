package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Sheet.Kind;
import dev.topoxy.app.drawing.Sheet.Shape;

/** How names are shown: short enough to read, without what would change the text around them, and how much room they take. */
final class Label {

    private static final int MOST_CHARS = 34;
    private static final int MOST_TITLE_CHARS = 400;
    private static final double CHAR_WIDTH = 7.3;
    private static final double PAD = 26;
    private static final double LEAST_WIDTH = 60;
    private static final double LINE_HEIGHT = 15;
    private static final char REPLACEMENT = '\ufffd';

    private Label() {}

    static double width(Shape shape) {
        double noteWidth = shape.note().isEmpty() ? 0 : width(shape.note()) * 0.85;
        return Math.max(LEAST_WIDTH, Math.max(width(shape.name()), noteWidth) + PAD);
    }

    /** Of a text as it is shown, wide characters counted twice. */
    static double width(String text) {
        String shown = shown(text);
        return CHAR_WIDTH * shown.codePoints().map(c -> c < 0x1100 ? 1 : 2).sum();
    }

    static double height(Shape shape) {
        double extra = shape.kind() == Kind.STORE ? 14 : 0;
        return 16 + LINE_HEIGHT * (shape.note().isEmpty() ? 1 : 2) + extra;
    }

    /** The beginning and the end of a long text; ends tell generated names apart. */
    static String shown(String text) {
        String plain = plain(text);
        int length = plain.codePointCount(0, plain.length());
        if (length <= MOST_CHARS) {
            return plain;
        }
        int head = plain.offsetByCodePoints(0, MOST_CHARS - 12);
        int tail = plain.offsetByCodePoints(plain.length(), -11);
        return plain.substring(0, head) + "…" + plain.substring(tail);
    }

    /** A text for a hint. */
    static String title(String text) {
        String plain = plain(text);
        return plain.length() <= MOST_TITLE_CHARS
                ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, MOST_TITLE_CHARS / 2)) + "… (" + plain.length()
                        + " characters)";
    }

    /** Without what cannot stand in XML, and without characters that turn the direction of what follows. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean shown = c >= ' '
                    && !(c >= 0x7f && c < 0xa0)
                    && !Character.isSurrogate((char) (c > 0xffff ? 'x' : c))
                    && !(c >= 0x202a && c <= 0x202e)
                    && !(c >= 0x2066 && c <= 0x2069)
                    && c != 0x200e
                    && c != 0x200f
                    && (c & 0xfffe) != 0xfffe;
            plain.appendCodePoint(shown ? c : REPLACEMENT);
        });
        return plain.toString();
    }
}
