package dev.topoxy.filters;

/** When a group whose description is stored is asked for it again. */
public enum RefreshMode {
    /** When its first member joins after it was empty: the application may have been changed meanwhile. */
    ON_RESTART,
    /** Never, as long as the broker keeps its topology. */
    NEVER
}
