package dev.topoxy.core.limit;

/**
 * Why a connection was not let in.
 *
 * @param setting whose limit is reached
 * @param max its value
 */
public record Refusal(String setting, int max) {}
