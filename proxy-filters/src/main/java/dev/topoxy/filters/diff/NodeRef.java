package dev.topoxy.filters.diff;

/** A node of one of the two descriptions. */
public record NodeRef(NodeKind kind, String name) {}
