package dev.topoxy.core.address;

import java.util.Optional;

/**
 * What a client is told instead of a broker's own address. Rewriters call it for every address they meet, so that it
 * also learns where the brokers are. Called on event loops of many connections at once: implementations are
 * thread-safe.
 */
public interface AddressMap {

    /**
     * A broker's address was met in an answer.
     *
     * @param nodeId the broker's node id, not negative
     * @param broker its own address as the cluster advertises it
     * @return where the client reaches that broker through the proxy; empty where no listener stands for the node, in
     *     which case its address must be left out of the answer
     */
    Optional<HostPort> clientAddress(int nodeId, HostPort broker);

    /** The cluster's id was met in an answer. */
    void clusterId(String clusterId);
}
