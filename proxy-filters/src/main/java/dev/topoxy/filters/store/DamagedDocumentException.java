package dev.topoxy.filters.store;

/** What was stored for a group cannot be read any more; the message never quotes it. */
public final class DamagedDocumentException extends Exception {

    public DamagedDocumentException(String message) {
        super(message);
    }

    public DamagedDocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
