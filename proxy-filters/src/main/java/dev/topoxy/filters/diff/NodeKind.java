package dev.topoxy.filters.diff;

import java.util.Locale;

/** The kinds of nodes in a topology. */
public enum NodeKind {
    SOURCE,
    PROCESSOR,
    SINK;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
