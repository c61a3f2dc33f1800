package dev.topoxy.app.layout;

import dev.topoxy.app.layout.Spot.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One way to place the spots of all rows, with as many links straight as can be: each spot is joined to the middle one of
 * its neighbours in the row before, and what is joined stands in one line. Rows are gone through downwards or upwards,
 * and packed to the left or to the right; {@link Columns} takes the middle of all four.
 */
final class Alignment {

    private final List<List<Spot>> rows;
    private final boolean down;
    private final boolean leftwards;
    private final double gap;
    private final Set<Link> crossed;

    /** By spot: the first of those it stands in one line with, and how far right of that one it stands. */
    private final Spot[] first;

    private final double[] shift;

    private Alignment(
            List<List<Spot>> rows, int spots, boolean down, boolean leftwards, double gap, Set<Link> crossed) {
        this.rows = rows;
        this.down = down;
        this.leftwards = leftwards;
        this.gap = gap;
        this.crossed = crossed;
        first = new Spot[spots];
        shift = new double[spots];
    }

    /**
     * The middle of each spot, by its number.
     *
     * @param crossed links that must not be straight, see {@link #crossedByInner}
     */
    static double[] of(
            List<List<Spot>> rows, int spots, boolean down, boolean leftwards, double gap, Set<Link> crossed) {
        Alignment alignment = new Alignment(rows, spots, down, leftwards, gap, crossed);
        alignment.join();
        return alignment.pack();
    }

    /** Links that cross one between two bends; those between bends shall be straight, since they are the long ones. */
    static Set<Link> crossedByInner(List<List<Spot>> rows) {
        Set<Link> crossed = new HashSet<>();
        for (int i = 1; i < rows.size(); i++) {
            List<Spot> row = rows.get(i);
            int left = 0;
            int done = 0;
            for (Spot spot : row) {
                boolean last = spot.at == row.size() - 1;
                boolean inner = spot.above.stream().anyMatch(Link::isInner);
                if (!inner && !last) {
                    continue;
                }
                int right = inner ? spot.above.get(0).upper.at : rows.get(i - 1).size();
                for (; done <= spot.at; done++) {
                    for (Link link : row.get(done).above) {
                        if (!link.isInner() && (link.upper.at < left || link.upper.at > right)) {
                            crossed.add(link);
                        }
                    }
                }
                left = right;
            }
        }
        return crossed;
    }

    private void join() {
        boolean[] continued = new boolean[first.length];
        rows.forEach(row -> row.forEach(spot -> first[spot.number] = spot));
        for (int i = 0; i < rows.size(); i++) {
            List<Spot> row = rows.get(down ? i : rows.size() - 1 - i);
            int before = leftwards ? -1 : Integer.MAX_VALUE;
            for (int at = 0; at < row.size(); at++) {
                Spot spot = row.get(leftwards ? at : row.size() - 1 - at);
                for (Link link : middle(spot)) {
                    Spot other = down ? link.upper : link.lower;
                    boolean free = leftwards ? other.at > before : other.at < before;
                    if (free && !continued[other.number] && !crossed.contains(link)) {
                        continued[other.number] = true;
                        first[spot.number] = first[other.number];
                        double aside = link.upperShift - link.lowerShift;
                        shift[spot.number] = shift[other.number] + (down ? aside : -aside);
                        before = other.at;
                        break;
                    }
                }
            }
        }
    }

    /** The link in the middle, or the two of them, the one to be preferred first. */
    private List<Link> middle(Spot spot) {
        List<Link> links = new ArrayList<>(down ? spot.above : spot.below);
        links.sort(Comparator.comparingDouble(down ? Link::upperPlace : Link::lowerPlace));
        int size = links.size();
        if (size == 0) {
            return List.of();
        }
        List<Link> middle = new ArrayList<>(links.subList((size - 1) / 2, size / 2 + 1));
        if (!leftwards) {
            Collections.reverse(middle);
        }
        return middle;
    }

    /** That a line of spots stands at least so far right of another. */
    private record Constraint(int other, double distance) {}

    private double[] pack() {
        int count = first.length;
        List<List<Constraint>> after = new ArrayList<>();
        List<List<Constraint>> before = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            after.add(new ArrayList<>(1));
            before.add(new ArrayList<>(1));
        }
        for (List<Spot> row : rows) {
            for (int at = 1; at < row.size(); at++) {
                Spot left = row.get(at - 1);
                Spot right = row.get(at);
                double distance = Spot.distance(left, right, gap) + shift[left.number] - shift[right.number];
                int leftLine = first[left.number].number;
                int rightLine = first[right.number].number;
                after.get(leftLine).add(new Constraint(rightLine, distance));
                before.get(rightLine).add(new Constraint(leftLine, distance));
            }
        }
        double[] lines = leftwards ? packed(after, before) : negated(packed(before, after));
        double[] places = new double[count];
        for (int i = 0; i < count; i++) {
            places[i] = lines[first[i].number] + shift[i];
        }
        return places;
    }

    private static double[] negated(double[] values) {
        return Arrays.stream(values).map(value -> -value).toArray();
    }

    /** Each line as near to the beginning as those before it allow, then as near to those behind it as they are. */
    private static double[] packed(List<List<Constraint>> after, List<List<Constraint>> before) {
        int count = after.size();
        double[] places = new double[count];
        Arrays.fill(places, Double.NEGATIVE_INFINITY);
        int[] waiting = new int[count];
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            waiting[i] = before.get(i).size();
            if (waiting[i] == 0) {
                ready.add(i);
                places[i] = 0;
            }
        }
        List<Integer> inOrder = new ArrayList<>();
        for (Integer line = ready.poll(); line != null; line = ready.poll()) {
            inOrder.add(line);
            for (Constraint next : after.get(line)) {
                places[next.other] = Math.max(places[next.other], places[line] + next.distance);
                if (--waiting[next.other] == 0) {
                    ready.add(next.other);
                }
            }
        }
        for (int i = inOrder.size() - 1; i >= 0; i--) {
            int line = inOrder.get(i);
            double most = Double.POSITIVE_INFINITY;
            for (Constraint next : after.get(line)) {
                most = Math.min(most, places[next.other] - next.distance);
            }
            if (most < Double.POSITIVE_INFINITY) {
                places[line] = Math.max(places[line], most);
            }
        }
        return places;
    }
}
