package dev.topoxy.filters;

/** What to do before a broker that speaks KIP-1331 itself (Kafka 4.4 and newer). */
public enum NativeMode {
    /** Ask the broker whether it has a plugin: serve where it has none, change nothing where it has one. */
    AUTO,
    /** Serve as if the broker did not speak it. */
    ALWAYS_PROXY,
    /** Change nothing before such a broker. */
    NEVER
}
