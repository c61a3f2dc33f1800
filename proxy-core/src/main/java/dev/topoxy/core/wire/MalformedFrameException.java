package dev.topoxy.core.wire;

/** Bytes that cannot be what they must be. The connection they came on can only be closed; the message says why. */
public class MalformedFrameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MalformedFrameException(String message) {
        super(message);
    }

    public MalformedFrameException(String message, Throwable cause) {
        super(message, cause);
    }
}
