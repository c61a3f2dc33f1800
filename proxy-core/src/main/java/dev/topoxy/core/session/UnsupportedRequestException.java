package dev.topoxy.core.session;

/** A client asked for what was not offered to it; a broker closes the connection then, and so does the proxy. */
final class UnsupportedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedRequestException(String message) {
        super(message);
    }
}
