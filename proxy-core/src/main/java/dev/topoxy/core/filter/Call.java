package dev.topoxy.core.filter;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * One request of a client on its way through a {@link Filter}. Used on the connection's event loop only, but for
 * {@link #context()}, which is immutable.
 */
public interface Call {

    /** The version of the API in which the client asked and will be answered. */
    short version();

    /** The connection on which the request came. */
    ClientConnection connection();

    /** Who is asking, for plugins and log lines. */
    AuthorizableRequestContext context();

    /**
     * Sends a request to the broker on the client's own broker connection, hence with the client's identity. Until its
     * answer is in, later requests of this client wait.
     *
     * @param request the message, of any API
     * @param version the version to send, one that the broker speaks ({@link ClientConnection#brokerApis()})
     * @param <R> the API's response class
     * @return the broker's answer, completed on the event loop, where nobody may wait for it; exceptionally with
     *     {@link org.apache.kafka.common.errors.DisconnectException} if the connection ends first
     */
    <R extends ApiMessage> CompletableFuture<R> toBroker(ApiMessage request, short version);
}
