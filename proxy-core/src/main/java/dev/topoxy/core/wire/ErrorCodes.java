package dev.topoxy.core.wire;

import org.apache.kafka.common.protocol.Errors;

/** Those of {@link Errors} that the first answer of a start needs, by their number: the enum takes a tenth of the start. */
public final class ErrorCodes {

    public static final short NONE = 0;
    public static final short UNSUPPORTED_VERSION = 35;

    private ErrorCodes() {}
}
