package dev.topoxy.core.session;

import dev.topoxy.core.address.AddressBook;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.limit.DirectMemory;
import dev.topoxy.core.limit.GatherBudget;
import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.upstream.Upstream;
import java.time.Duration;

/**
 * What the sessions of one cluster have in common.
 *
 * @param clusterName the cluster's name in the configuration
 * @param addresses what is known of its brokers
 * @param filters makes the filters of each connection
 * @param maxRequestBytes Kafka's {@code socket.request.max.bytes}
 * @param limits what clients may take
 * @param directMemory that of all connections' buffers
 * @param gatherBudget for requests that filters read and that are not whole, of all clusters together
 * @param decodeBudget for requests that filters read, of all clusters together
 * @param firstRequestTimeout for a client's first request, until it is there as a whole
 * @param connector opens connections to brokers
 * @param upstream makes them ready
 * @param listener is told what happens
 */
public record SessionSettings(
        String clusterName,
        AddressBook addresses,
        FilterFactory filters,
        int maxRequestBytes,
        Limits limits,
        DirectMemory directMemory,
        GatherBudget gatherBudget,
        DecodeBudget decodeBudget,
        Duration firstRequestTimeout,
        BrokerConnector connector,
        Upstream upstream,
        RelayListener listener) {}
