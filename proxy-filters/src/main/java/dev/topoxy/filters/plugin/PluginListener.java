package dev.topoxy.filters.plugin;

/** Told of every call of a plugin, for metrics. Called on event loops and plugin threads; must not block or throw. */
@FunctionalInterface
public interface PluginListener {

    /** Hears nothing. */
    PluginListener NONE = (operation, nanos, failed) -> {};

    /**
     * A call ended or was given up.
     *
     * @param nanos from the call to its result, waiting for a thread included
     * @param failed whether it threw, failed, timed out or was refused
     */
    void called(PluginOperation operation, long nanos, boolean failed);
}
