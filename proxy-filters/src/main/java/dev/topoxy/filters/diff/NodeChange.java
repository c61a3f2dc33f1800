package dev.topoxy.filters.diff;

/** A node that is in both descriptions with other topics or stores. */
public record NodeChange(NodeKind kind, String before, String after, NameChanges topics, NameChanges stores) {}
