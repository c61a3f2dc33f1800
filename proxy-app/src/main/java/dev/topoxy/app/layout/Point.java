package dev.topoxy.app.layout;

/** A point; y grows downwards. */
public record Point(double x, double y) {}
