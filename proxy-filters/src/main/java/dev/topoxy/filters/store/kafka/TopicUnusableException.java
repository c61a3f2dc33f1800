package dev.topoxy.filters.store.kafka;

/** The topic cannot be used until somebody changes it, or what the proxy may do with it; the message says what. */
final class TopicUnusableException extends Exception {

    private static final long serialVersionUID = 1L;

    TopicUnusableException(String message) {
        super(message);
    }

    TopicUnusableException(String message, Throwable cause) {
        super(message, cause);
    }
}
