package dev.topoxy.core.support;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.util.TreeSet;

/** Where a fuzzer has a stream of bytes cut. */
public final class Pieces {

    private static final int MOST_CUTS = 12;

    private Pieces() {}

    /**
     * Ascending positions in a stream that ends in all the bytes which the data then still has.
     *
     * @param before how many bytes the stream has before those
     * @param first the first position, at least 1
     */
    public static int[] cuts(FuzzedDataProvider data, int before, int first) {
        TreeSet<Integer> cuts = new TreeSet<>();
        int count = data.consumeInt(0, MOST_CUTS);
        for (int i = 0; i < count; i++) {
            cuts.add(data.consumeInt(first, Math.max(first, before + data.remainingBytes())));
        }
        return cuts.headSet(before + data.remainingBytes()).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
