package dev.topoxy.core.wire;

import java.util.Optional;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one API that somebody speaks, both ends included.
 *
 * @param min the oldest version
 * @param max the newest version, not below {@code min}
 */
public record ApiVersionRange(short min, short max) {

    public ApiVersionRange {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("not a range of API versions: " + min + "-" + max);
        }
    }

    public static ApiVersionRange of(int min, int max) {
        return new ApiVersionRange((short) min, (short) max);
    }

    /** The versions that the kafka-clients library on the class path can read and write. */
    public static ApiVersionRange understood(ApiKeys api) {
        return new ApiVersionRange(api.oldestVersion(), api.latestVersion());
    }

    public boolean contains(short version) {
        return min <= version && version <= max;
    }

    /** The versions that both sides speak; empty where there is none. */
    public Optional<ApiVersionRange> intersect(ApiVersionRange other) {
        short low = (short) Math.max(min, other.min);
        short high = (short) Math.min(max, other.max);
        return low <= high ? Optional.of(new ApiVersionRange(low, high)) : Optional.empty();
    }

    /** Written out, as {@link #hashCode} is: Java makes a record's own when it is first used, and a first client waits. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApiVersionRange range && min == range.min && max == range.max;
    }

    @Override
    public int hashCode() {
        return min << Short.SIZE | max;
    }

    @Override
    public String toString() {
        return min + "-" + max;
    }
}
