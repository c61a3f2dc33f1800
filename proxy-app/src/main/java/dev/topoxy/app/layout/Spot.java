package dev.topoxy.app.layout;

import java.util.ArrayList;
import java.util.List;

/** A place in a row: a vertex, or a bend of an edge that passes the row. */
final class Spot {

    /** A part of an edge, from one row to the next. */
    static final class Link {
        final Spot upper;
        final Spot lower;
        final double upperShift;
        final double lowerShift;

        private Link(Spot upper, Spot lower, double upperShift, double lowerShift) {
            this.upper = upper;
            this.lower = lower;
            this.upperShift = upperShift;
            this.lowerShift = lowerShift;
        }

        /** Whether it is a part of an edge that has bends at both of its ends. */
        boolean isInner() {
            return upper.bend && lower.bend;
        }

        /** Where among the row above it begins, in places. */
        double upperPlace() {
            return upper.at + upperShift / upper.width;
        }

        /** Where among the row below it ends, in places. */
        double lowerPlace() {
            return lower.at + lowerShift / lower.width;
        }
    }

    final int number;
    final double width;
    final boolean bend;
    final List<Link> above = new ArrayList<>(1);
    final List<Link> below = new ArrayList<>(1);

    /** Its place in its row, from 0 on. */
    int at;

    /** Its middle. */
    double x;

    Spot(int number, double width, boolean bend) {
        this.number = number;
        this.width = width;
        this.bend = bend;
    }

    static void join(Spot upper, double upperShift, Spot lower, double lowerShift) {
        Link link = new Link(upper, lower, upperShift, lowerShift);
        upper.below.add(link);
        lower.above.add(link);
    }

    /** How far apart the middles of neighbours in a row are at least. Bends may come nearer. */
    static double distance(Spot left, Spot right, double gap) {
        double between = left.bend && right.bend ? gap / 2 : left.bend || right.bend ? gap * 0.75 : gap;
        return (left.width + right.width) / 2 + between;
    }
}
