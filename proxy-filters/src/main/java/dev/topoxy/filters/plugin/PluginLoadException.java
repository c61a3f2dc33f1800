package dev.topoxy.filters.plugin;

/** The configured plugin cannot be used; the message names it, the setting and the way out. */
public final class PluginLoadException extends Exception {

    public PluginLoadException(String message) {
        super(message);
    }

    public PluginLoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
