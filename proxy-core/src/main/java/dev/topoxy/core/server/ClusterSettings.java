package dev.topoxy.core.server;

import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.FilterFactory;

/**
 * One cluster and the listeners in front of it.
 *
 * @param name as the configuration names it
 * @param maxConnections open client connections; 0 for any number
 * @param filters makes the filters of each connection
 * @param listener is told what happens on its connections
 */
public record ClusterSettings(
        String name,
        ListenSettings listen,
        UpstreamSettings upstream,
        int maxConnections,
        FilterFactory filters,
        RelayListener listener) {}
