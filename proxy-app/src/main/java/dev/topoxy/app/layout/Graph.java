package dev.topoxy.app.layout;

import java.util.List;

/** What is to be placed. */
public record Graph(List<Vertex> vertices, List<Edge> edges) {

    /** Where a vertex belongs, if its edges allow it. */
    public enum Pin {
        NONE,
        FIRST_ROW,
        LAST_ROW
    }

    /** A rectangle. */
    public record Vertex(double width, double height, Pin pin) {}

    /**
     * A line between two vertices, by their numbers.
     *
     * @param fromShift where it leaves the start, to the right of its middle
     * @param toShift where it meets the end, to the right of its middle
     * @param weight how much it matters that it leads downwards, where that cannot be had of all
     */
    public record Edge(int from, int to, double fromShift, double toShift, int weight) {}
}
