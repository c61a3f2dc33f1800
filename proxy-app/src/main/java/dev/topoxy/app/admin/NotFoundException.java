package dev.topoxy.app.admin;

/** What was asked for does not exist; the message says what, without repeating names. */
final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotFoundException(String message) {
        super(message);
    }
}
