package dev.topoxy.filters.plugin;

/** What a plugin is called for. */
public enum PluginOperation {
    REQUIRES_PUSH("decide about a push"),
    SET("store a topology description"),
    GET("read a topology description"),
    DELETE("delete a topology description");

    private final String text;

    PluginOperation(String text) {
        this.text = text;
    }

    /** As it reads in a log line after "the plugin failed to". */
    String text() {
        return text;
    }
}
