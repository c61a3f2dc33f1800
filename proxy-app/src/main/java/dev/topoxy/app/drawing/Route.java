package dev.topoxy.app.drawing;

import dev.topoxy.app.drawing.Picture.Box;
import dev.topoxy.app.layout.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way of a line from the edge of one shape to the edge of another, in smooth curves.
 *
 * @param curves one after the other, the last one ending at the other shape
 */
record Route(Point start, List<Curve> curves) {

    private static final double ABOVE_FRAME = 12;
    private static final double ROUND = 16;
    private static final double LOOP = 22;

    /** Of a curve that goes out and comes back, the part of its way to its handles that it comes out. */
    private static final double DEPTH = 0.75;

    /** A cubic curve from where the one before it ended; its handles pull it. */
    record Curve(Point handle, Point otherHandle, Point end) {}

    /** Through these points in between, leaving downwards where the way leads down, and else upwards. */
    static Route through(Box from, Box to, List<Point> way) {
        boolean down = to.y() >= from.y();
        Point start = new Point(from.x(), down ? from.bottom() : from.top());
        Route route = new Route(start, new ArrayList<>());
        way.forEach(route::bendTo);
        route.bendTo(new Point(to.x(), down ? to.top() : to.bottom()));
        return route;
    }

    /** From a shape to itself. */
    static Route loop(Box shape) {
        double side = shape.right();
        Route route = new Route(new Point(side, shape.y() - 5), new ArrayList<>());
        route.curves.add(new Curve(
                new Point(side + LOOP, shape.y() - 12),
                new Point(side + LOOP, shape.y() + 12),
                new Point(side, shape.y() + 5)));
        return route;
    }

    /**
     * Back up, round the frames that its ends stand in, since a line that leads into a frame from below would cross all that
     * stands there.
     *
     * @param fromSide how far right the way up beside the start's frame is; empty if it stands in none
     * @param toSide the same for the end
     */
    static Route upwards(Box from, Optional<Detour> fromSide, Box to, Optional<Detour> toSide, List<Point> way) {
        Route route;
        if (fromSide.isPresent()) {
            Detour detour = fromSide.get();
            route = new Route(new Point(from.x(), from.bottom()), new ArrayList<>());
            double low = from.bottom() + (detour.frame.bottom() + ABOVE_FRAME - from.bottom()) / DEPTH;
            Point beside = new Point(detour.x, from.bottom());
            route.curves.add(new Curve(new Point(from.x(), low), new Point(detour.x, low), beside));
            route.bendTo(new Point(detour.x, detour.frame.top()));
        } else if (toSide.isPresent() && way.isEmpty()) {
            double x = toSide.get().x;
            route = new Route(new Point(from.right(), from.y()), new ArrayList<>());
            route.curves.add(new Curve(
                    new Point(Math.max(x, from.right() + ROUND), from.y()),
                    new Point(x, from.y()),
                    new Point(x, from.y() - ROUND)));
        } else {
            route = new Route(new Point(from.x(), from.top()), new ArrayList<>());
        }
        way.forEach(route::bendTo);
        if (toSide.isPresent()) {
            Detour detour = toSide.get();
            route.bendTo(new Point(detour.x, detour.frame.bottom()));
            route.bendTo(new Point(detour.x, to.top()));
            double high = to.top() - (to.top() - detour.frame.top() + ABOVE_FRAME) / DEPTH;
            route.curves.add(
                    new Curve(new Point(detour.x, high), new Point(to.x(), high), new Point(to.x(), to.top())));
        } else {
            route.bendTo(new Point(to.x(), to.bottom()));
        }
        return route;
    }

    /** A way up beside a frame. */
    record Detour(Box frame, double x) {}

    private Point end() {
        return curves.isEmpty() ? start : curves.get(curves.size() - 1).end();
    }

    private void bendTo(Point next) {
        Point before = end();
        double middle = (before.y() + next.y()) / 2;
        curves.add(new Curve(new Point(before.x(), middle), new Point(next.x(), middle), next));
    }

    /** How far right it comes. */
    double right() {
        return curves.stream()
                .mapToDouble(curve -> Math.max(curve.handle.x(), Math.max(curve.otherHandle.x(), curve.end.x())))
                .max()
                .orElse(start.x());
    }
}
