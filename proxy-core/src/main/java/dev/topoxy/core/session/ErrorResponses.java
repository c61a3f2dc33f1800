package dev.topoxy.core.session;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.AbstractRequest;

/** Turns a failure into the error response that the API has for it, as a broker does. */
final class ErrorResponses {

    private ErrorResponses() {}

    /**
     * @param request what failed
     * @param cause an {@link ApiException} says its own error code; anything else is an UNKNOWN_SERVER_ERROR without
     *     details, which belong into the log
     */
    static ApiMessage of(ApiKeys api, short version, ApiMessage request, Throwable cause) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer bytes = ByteBuffer.allocate(request.size(cache, version));
        request.write(new ByteBufferAccessor(bytes), cache, version);
        bytes.flip();
        Throwable told = cause instanceof ApiException
                ? cause
                : new UnknownServerException("The request failed in the proxy; its log has the reason.");
        return AbstractRequest.parseRequest(api, version, new ByteBufferAccessor(bytes))
                .request
                .getErrorResponse(0, told)
                .data();
    }
}
