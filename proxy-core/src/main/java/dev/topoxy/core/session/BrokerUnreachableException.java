package dev.topoxy.core.session;

import java.io.IOException;

/** None of the candidates accepted a connection; the message says what was tried. */
final class BrokerUnreachableException extends IOException {

    private static final long serialVersionUID = 1L;

    BrokerUnreachableException(String message) {
        super(message);
    }
}
