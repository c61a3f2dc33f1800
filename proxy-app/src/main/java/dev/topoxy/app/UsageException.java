package dev.topoxy.app;

/** The arguments of the command make no sense. The message is complete for the user. */
final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
