package dev.topoxy.filters.diff;

/** From a node to one of its successors, by their names in the description that has the edge. */
public record Edge(String from, String to) {}
