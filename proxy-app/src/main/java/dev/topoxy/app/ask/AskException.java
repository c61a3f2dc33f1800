package dev.topoxy.app.ask;

/** A command cannot do what it was asked to; the message is complete for the user. */
public final class AskException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean mistake;

    private AskException(String message, boolean mistake) {
        super(message);
        this.mistake = mistake;
    }

    static AskException mistake(String message) {
        return new AskException(message, true);
    }

    static AskException failed(String message) {
        return new AskException(message, false);
    }

    /** Whether the user has to write the command differently. */
    public boolean isMistake() {
        return mistake;
    }
}
