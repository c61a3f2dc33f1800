package dev.topoxy.filters.plugin;

import java.io.Closeable;

/**
 * A configured plugin of either interface.
 *
 * @param name as configured: a shipped store's name or the class name
 * @param instance the plugin
 * @param loader the context class loader for its calls
 * @param resources closed after the plugin: its jars
 */
record LoadedPlugin(String name, AutoCloseable instance, ClassLoader loader, Closeable resources) {}
