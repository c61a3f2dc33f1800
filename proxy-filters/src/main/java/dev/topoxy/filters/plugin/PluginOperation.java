package dev.topoxy.filters.plugin;

/** What a plugin is called for. */
public enum PluginOperation {
    REQUIRES_PUSH("decide about a push", true),
    SET("store the topology description", false),
    GET("read the topology description", true),
    DELETE("delete the topology description", false);

    private final String text;
    private final boolean read;

    PluginOperation(String text, boolean read) {
        this.text = text;
        this.read = read;
    }

    /** Whether a waiting call holds next to no memory, unlike one with a description to store. */
    boolean isRead() {
        return read;
    }

    /** As it reads in a log line after "the plugin failed to". */
    String text() {
        return text;
    }
}
