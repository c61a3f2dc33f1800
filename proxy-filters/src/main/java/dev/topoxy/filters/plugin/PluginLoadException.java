package dev.topoxy.filters.plugin;

/** Stand-in until the plugin branch is merged. */
public class PluginLoadException extends Exception {
    public PluginLoadException(String message) {
        super(message);
    }
}
