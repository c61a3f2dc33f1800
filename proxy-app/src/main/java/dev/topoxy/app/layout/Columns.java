package dev.topoxy.app.layout;

import dev.topoxy.app.layout.Spot.Link;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Where the spots of each row stand, in their order and apart from each other, with long edges straight: the method of
 * Brandes and Köpf. Takes time in proportion to spots and links, and to the logarithm of the links of one spot.
 */
final class Columns {

    private Columns() {}

    /** Sets the middle of each spot. */
    static void place(List<List<Spot>> rows, double gap) {
        int spots = rows.stream().mapToInt(List::size).sum();
        if (spots == 0) {
            return;
        }
        Set<Link> crossed = Alignment.crossedByInner(rows);
        double[][] ways = new double[4][];
        for (int i = 0; i < ways.length; i++) {
            ways[i] = Alignment.of(rows, spots, i < 2, i % 2 == 0, gap, crossed);
        }
        lineUp(ways, rows);
        for (List<Spot> row : rows) {
            for (Spot spot : row) {
                double[] places = Arrays.stream(ways)
                        .mapToDouble(way -> way[spot.number])
                        .sorted()
                        .toArray();
                spot.x = (places[1] + places[2]) / 2;
            }
        }
    }

    /** All four share a side with the narrowest of them: those packed to the left the left one, the others the right. */
    private static void lineUp(double[][] ways, List<List<Spot>> rows) {
        double[] left = new double[ways.length];
        double[] right = new double[ways.length];
        int narrowest = 0;
        for (int i = 0; i < ways.length; i++) {
            double[] way = ways[i];
            left[i] = rows.stream()
                    .flatMap(List::stream)
                    .mapToDouble(spot -> way[spot.number] - spot.width / 2)
                    .min()
                    .orElse(0);
            right[i] = rows.stream()
                    .flatMap(List::stream)
                    .mapToDouble(spot -> way[spot.number] + spot.width / 2)
                    .max()
                    .orElse(0);
            if (right[i] - left[i] < right[narrowest] - left[narrowest]) {
                narrowest = i;
            }
        }
        double leftSide = left[narrowest];
        double rightSide = right[narrowest];
        for (int i = 0; i < ways.length; i++) {
            double move = i % 2 == 0 ? leftSide - left[i] : rightSide - right[i];
            for (int at = 0; at < ways[i].length; at++) {
                ways[i][at] += move;
            }
        }
    }
}
