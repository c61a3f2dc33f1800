package dev.topoxy.core.filter;

import dev.topoxy.core.log.ConnectionId;
import io.netty.util.concurrent.EventExecutor;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What filters may know of the connection they serve. Used on the connection's event loop only. */
public interface ClientConnection {

    /** For log lines; the same in every one about this connection. */
    ConnectionId id();

    /** The cluster in front of which the connection's listener stands, by its name in the configuration. */
    String clusterName();

    /** The event loop that runs this connection. */
    EventExecutor eventLoop();

    /** What the broker speaks, asked for where the client has not done so by itself. */
    CompletableFuture<BrokerApis> brokerApis();

    /** What the broker speaks if that is known already. */
    Optional<BrokerApis> knownBrokerApis();

    /** The cluster's own id, as learned from any broker's answer or else asked for on this connection. */
    CompletableFuture<String> clusterId();
}
