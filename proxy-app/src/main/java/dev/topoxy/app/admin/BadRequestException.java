package dev.topoxy.app.admin;

/** The request cannot be served as it is; the message says why, for whoever sent it. */
final class BadRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadRequestException(String message) {
        super(message);
    }
}
