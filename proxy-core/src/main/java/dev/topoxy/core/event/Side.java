package dev.topoxy.core.event;

/** The two ends of a relayed connection. */
public enum Side {
    CLIENT,
    BROKER
}
