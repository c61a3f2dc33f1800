package dev.topoxy.filters.push;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Exponential backoff with jitter: the delay doubles with each attempt up to a maximum.
 *
 * @param initialMs the delay after the first attempt, in milliseconds
 * @param maxMs the longest delay, in milliseconds, jitter included
 * @param jitter the part of a delay that is random: 0.2 spreads it over 80 to 120 percent
 * @param random numbers from 0 to 1
 */
public record PushBackoff(long initialMs, long maxMs, double jitter, DoubleSupplier random) {

    private static final int MAX_DOUBLINGS = 40;

    public PushBackoff {
        if (initialMs <= 0 || maxMs < initialMs || !(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException("backoff from " + initialMs + " ms to " + maxMs + " ms with jitter "
                    + jitter + ": needs 0 < initial <= maximum and 0 <= jitter < 1");
        }
    }

    /** What a Kafka 4.4 broker does: 30 s doubling to 1 h, jitter 0.2. */
    public static PushBackoff asReleased() {
        return of(30_000, 3_600_000, 0.2);
    }

    public static PushBackoff of(long initialMs, long maxMs, double jitter) {
        return new PushBackoff(
                initialMs, maxMs, jitter, () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * The delay in milliseconds after an attempt.
     *
     * @param attempt 0 for the first
     */
    long delayMs(int attempt) {
        double grown = Math.min((double) maxMs, initialMs * Math.pow(2, Math.min(attempt, MAX_DOUBLINGS)));
        double spread = 1 - jitter + 2 * jitter * random.getAsDouble();
        return Math.min(maxMs, (long) (grown * spread));
    }
}
