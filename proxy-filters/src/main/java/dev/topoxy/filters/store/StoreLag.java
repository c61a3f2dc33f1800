package dev.topoxy.filters.store;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How far a store that follows something else is behind it.
 *
 * @param records not read yet, when it was looked at last; empty before the first look
 * @param complete how long ago it was known to have read all there was, or else how long it runs
 */
public record StoreLag(OptionalLong records, Duration complete) {}
