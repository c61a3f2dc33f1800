package dev.topoxy.core.drain;

import java.time.Duration;

/**
 * How much time clients are given.
 *
 * @param delay how long connections are still accepted, so that whoever sends clients here notices
 * @param deadline how long after that connections may take to come to rest; those left then are cut
 */
public record DrainSettings(Duration delay, Duration deadline) {}
