package dev.topoxy.app.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Counts times by fixed bounds. To record costs two additions, from any thread. */
public final class TimeHistogram {

    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000 * MICROS;

    private static final long[] BOUNDS = {
        500 * MICROS,
        MILLIS,
        2_500 * MICROS,
        5 * MILLIS,
        10 * MILLIS,
        25 * MILLIS,
        50 * MILLIS,
        100 * MILLIS,
        250 * MILLIS,
        500 * MILLIS,
        1_000 * MILLIS,
        2_500 * MILLIS,
        5_000 * MILLIS,
        10_000 * MILLIS,
        30_000 * MILLIS
    };

    private final LongAdder[] counts = new LongAdder[BOUNDS.length + 1];
    private final LongAdder sum = new LongAdder();

    public TimeHistogram() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    public void record(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(nanos);
    }

    /** The upper bounds in seconds, the last of them infinite. */
    static double[] boundsInSeconds() {
        double[] seconds = new double[BOUNDS.length + 1];
        for (int i = 0; i < BOUNDS.length; i++) {
            seconds[i] = BOUNDS[i] / 1e9;
        }
        seconds[BOUNDS.length] = Double.POSITIVE_INFINITY;
        return seconds;
    }

    /** How many times fell below each bound and not below the one before. */
    long[] counts() {
        long[] values = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            values[i] = counts[i].sum();
        }
        return values;
    }

    double sumInSeconds() {
        return sum.sum() / 1e9;
    }
}
