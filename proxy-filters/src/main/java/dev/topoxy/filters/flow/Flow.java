package dev.topoxy.filters.flow;

import dev.topoxy.core.filter.ClientConnection;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.plugin.TopologyDescriptionService;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What all connections to one cluster share. Thread-safe as its parts are.
 *
 * @param service the plugin
 * @param registry the groups of the cluster
 * @param nativeMode what to do before brokers that speak KIP-1331 themselves
 * @param maxBytes the largest description accepted, in bytes; 0 for no limit
 * @param refresh when groups are asked again for what is stored
 * @param describeTopics who is given a description
 * @param nanoTime the clock, as {@link System#nanoTime}
 * @param listener told of pushes
 */
public record Flow(
        TopologyDescriptionService service,
        GroupRegistry registry,
        NativeMode nativeMode,
        int maxBytes,
        RefreshMode refresh,
        DescribeTopics describeTopics,
        LongSupplier nanoTime,
        TopologyListener listener) {

    /** The filters of one connection, which share what was learned on it. */
    public List<Filter<?, ?>> filters(ClientConnection connection) {
        NativeBroker broker = new NativeBroker(nativeMode, nanoTime);
        AcceptedMembers members = new AcceptedMembers();
        PushesUnderWay underWay = new PushesUnderWay();
        Restarts restarts = new Restarts(this, broker);
        return List.of(
                new HeartbeatFilter(new PushDecision(this, broker, members, restarts), restarts),
                new UpdateFilter(this, connection, broker, members, underWay),
                new DescribeFilter(this, broker, underWay),
                new DeleteGroupsFilter(this, broker));
    }

    /** Whether groups that begin anew are of interest. */
    boolean refreshes() {
        return refresh == RefreshMode.ON_RESTART && service.canRefresh();
    }
}
