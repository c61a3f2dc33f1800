package dev.topoxy.core.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gives every node an address that tells its id, but for each fifth one, which has none. */
final class TestMap implements AddressMap {

    final Map<Integer, HostPort> met = new TreeMap<>();
    final List<String> clusterIds = new ArrayList<>();

    static Optional<HostPort> forNode(int nodeId) {
        return nodeId % 5 == 4 ? Optional.empty() : Optional.of(new HostPort("proxy-" + nodeId, 20000 + nodeId % 1000));
    }

    @Override
    public Optional<HostPort> clientAddress(int nodeId, HostPort broker) {
        met.put(nodeId, broker);
        return forNode(nodeId);
    }

    @Override
    public void clusterId(String clusterId) {
        clusterIds.add(clusterId);
    }
}
