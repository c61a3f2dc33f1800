package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.OversizedRequest;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.protocol.ByteBufferAccessor;

/**
 * What stands before the description in a push that is too large to be taken in.
 *
 * @param push whose it is
 * @param descriptionBytes how many bytes the description takes, if no tagged field follows it
 */
record PushBeginning(Push push, int descriptionBytes) {

    /** The longest text the protocol allows, behind its length. */
    private static final int MOST_TEXT_BYTES = 3 + Short.MAX_VALUE;

    /** Group id, member id, client id, and the fixed fields of request header and body. */
    static final int MOST_BYTES_AROUND = 3 * MOST_TEXT_BYTES + 64;

    private static final int NO_TAGGED_FIELDS = 1;

    /** Reads it in the form of version 0. */
    static PushBeginning read(OversizedRequest request) {
        ByteBufferAccessor body = new ByteBufferAccessor(request.bodyStart().slice());
        try {
            Push push = new Push(text(body), text(body), body.readInt());
            int before = request.bodyStart().remaining() - body.remaining();
            return new PushBeginning(push, request.bodyBytes() - before - NO_TAGGED_FIELDS);
        } catch (RuntimeException e) {
            throw new InvalidRequestException(
                    "The request does not begin with a group id, a member id and an epoch.", e);
        }
    }

    private static String text(ByteBufferAccessor body) {
        int length = body.readUnsignedVarint() - 1;
        if (length < 0 || length > Short.MAX_VALUE) {
            throw new InvalidRequestException("a text of " + length + " bytes");
        }
        return body.readString(length);
    }
}
