package dev.topoxy.app;

/** The proxy cannot run as configured on this machine. The message is complete for the user. */
final class StartFailedException extends Exception {

    StartFailedException(Exception cause) {
        super(cause.getMessage(), cause);
    }
}
