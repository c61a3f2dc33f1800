package dev.topoxy.core.filter;

import io.netty.util.concurrent.EventExecutor;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What filters may know of the connection they serve. Used on the connection's event loop only. */
public interface ClientConnection {

    /** Short and unique within the process; the same in every log line about this connection. */
    String id();

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
