package dev.topoxy.app.layout;

import dev.topoxy.app.layout.Spot.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Orders the spots of each row so that few edges cross: each goes among its row to where its neighbours in the row before
 * are, down and up again, and neighbours in a row change places where that helps. The best order found is kept.
 */
final class RowOrder {

    private static final int SWEEPS = 24;

    /** Sweeps without a better order after which there will hardly be one. */
    private static final int PATIENCE = 6;

    /** Pairs of edges that are compared for a change of places; beyond that it would take too long. */
    private static final int MOST_PAIRS = 2_500;

    private static final int MOST_SPOTS_TO_EXCHANGE = 4_000;

    private final List<List<Spot>> rows;
    private final boolean exchanging;

    private RowOrder(List<List<Spot>> rows) {
        this.rows = rows;
        exchanging = rows.stream().mapToInt(List::size).sum() <= MOST_SPOTS_TO_EXCHANGE;
    }

    /** Orders them, from an order in which what hangs together stands together. */
    static void improve(List<List<Spot>> rows) {
        RowOrder order = new RowOrder(rows);
        order.gather();
        order.sweep();
    }

    private void gather() {
        int count = rows.stream().mapToInt(List::size).sum();
        int[] turn = new int[count];
        Arrays.fill(turn, -1);
        int next = 0;
        for (List<Spot> row : rows) {
            for (Spot root : row) {
                ArrayDeque<Spot> open = new ArrayDeque<>(List.of(root));
                for (Spot at = open.pollLast(); at != null; at = open.pollLast()) {
                    if (turn[at.number] >= 0) {
                        continue;
                    }
                    turn[at.number] = next++;
                    for (int i = at.above.size() - 1; i >= 0; i--) {
                        open.addLast(at.above.get(i).upper);
                    }
                    for (int i = at.below.size() - 1; i >= 0; i--) {
                        open.addLast(at.below.get(i).lower);
                    }
                }
            }
        }
        for (List<Spot> row : rows) {
            row.sort(Comparator.comparingInt(spot -> turn[spot.number]));
            number(row);
        }
    }

    private static void number(List<Spot> row) {
        for (int i = 0; i < row.size(); i++) {
            row.get(i).at = i;
        }
    }

    private void sweep() {
        long fewest = crossings();
        List<List<Spot>> best = copy();
        int since = 0;
        for (int sweep = 0; sweep < SWEEPS && fewest > 0 && since < PATIENCE; sweep++) {
            boolean down = sweep % 2 == 0;
            for (int i = 0; i < rows.size(); i++) {
                follow(down ? i : rows.size() - 1 - i, down);
            }
            if (exchanging) {
                exchange();
            }
            long now = crossings();
            since++;
            if (now < fewest) {
                fewest = now;
                best = copy();
                since = 0;
            }
        }
        for (int i = 0; i < rows.size(); i++) {
            rows.set(i, best.get(i));
            number(rows.get(i));
        }
    }

    private List<List<Spot>> copy() {
        List<List<Spot>> copy = new ArrayList<>();
        rows.forEach(row -> copy.add(new ArrayList<>(row)));
        return copy;
    }

    /** Places run from 0 to 1 here, since rows differ in length and a spot without neighbours keeps its own. */
    private void follow(int index, boolean down) {
        List<Spot> row = rows.get(index);
        int before = down ? index - 1 : index + 1;
        if (before < 0 || before >= rows.size()) {
            return;
        }
        double length = rows.get(before).size();
        double[] wanted = new double[row.size()];
        for (Spot spot : row) {
            ToDoubleFunction<Link> place = down ? Link::upperPlace : Link::lowerPlace;
            wanted[spot.at] = (down ? spot.above : spot.below)
                    .stream()
                            .mapToDouble(link -> (place.applyAsDouble(link) + 0.5) / length)
                            .average()
                            .orElse((spot.at + 0.5) / row.size());
        }
        row.sort(Comparator.comparingDouble(spot -> wanted[spot.at]));
        number(row);
    }

    private void exchange() {
        boolean better = true;
        for (int turn = 0; better && turn < 4; turn++) {
            better = false;
            for (List<Spot> row : rows) {
                for (int i = 1; i < row.size(); i++) {
                    Spot left = row.get(i - 1);
                    Spot right = row.get(i);
                    if (gain(left, right) > 0) {
                        row.set(i - 1, right);
                        row.set(i, left);
                        right.at = i - 1;
                        left.at = i;
                        better = true;
                    }
                }
            }
        }
    }

    private static int gain(Spot left, Spot right) {
        return gain(left.above, right.above, Link::upperPlace) + gain(left.below, right.below, Link::lowerPlace);
    }

    private static int gain(List<Link> left, List<Link> right, ToDoubleFunction<Link> place) {
        if ((long) left.size() * right.size() > MOST_PAIRS) {
            return 0;
        }
        int gain = 0;
        for (Link one : left) {
            for (Link other : right) {
                gain += Double.compare(place.applyAsDouble(one), place.applyAsDouble(other));
            }
        }
        return gain;
    }

    private long crossings() {
        long crossings = 0;
        for (List<Spot> row : rows) {
            List<Link> links = new ArrayList<>();
            row.forEach(spot -> links.addAll(spot.below));
            links.sort(Comparator.comparingDouble(Link::upperPlace).thenComparingDouble(Link::lowerPlace));
            crossings += inversions(links.stream().mapToDouble(Link::lowerPlace).toArray());
        }
        return crossings;
    }

    /** Pairs that stand in the wrong order, counted while merging. */
    static long inversions(double[] values) {
        long inversions = 0;
        double[] from = values;
        double[] to = new double[values.length];
        for (int width = 1; width < values.length; width *= 2) {
            for (int start = 0; start < values.length; start += 2 * width) {
                int middle = Math.min(start + width, values.length);
                int end = Math.min(start + 2 * width, values.length);
                int left = start;
                int right = middle;
                for (int at = start; at < end; at++) {
                    if (left < middle && (right >= end || from[left] <= from[right])) {
                        to[at] = from[left++];
                    } else {
                        inversions += middle - left;
                        to[at] = from[right++];
                    }
                }
            }
            double[] merged = to;
            to = from;
            from = merged;
        }
        return inversions;
    }
}
