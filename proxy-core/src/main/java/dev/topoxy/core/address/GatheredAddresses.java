package dev.topoxy.core.address;

import java.util.Iterator;
import java.util.Optional;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.DescribeClusterResponseData.DescribeClusterBroker;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.protocol.Errors;

/** Puts the clients' addresses into the small responses that are decoded as a whole. */
final class GatheredAddresses {

    private static final byte BROKERS = 1;
    private static final int NO_NODE = -1;
    private static final int NO_PORT = -1;

    private GatheredAddresses() {}

    /** The one coordinator of versions 0 to 3 as well as the list of later ones. */
    static void translate(FindCoordinatorResponseData response, AddressMap map) {
        for (FindCoordinatorResponseData.Coordinator coordinator : response.coordinators()) {
            if (coordinator.host().isEmpty()) {
                continue;
            }
            int nodeId = coordinator.nodeId();
            Optional<HostPort> client = BrokerList.clientAddress(map, nodeId, coordinator.host(), coordinator.port());
            if (client.isPresent()) {
                coordinator.setHost(client.get().host()).setPort(client.get().port());
            } else {
                coordinator
                        .setErrorCode(Errors.COORDINATOR_NOT_AVAILABLE.code())
                        .setErrorMessage(notReachable(nodeId))
                        .setNodeId(NO_NODE)
                        .setHost("")
                        .setPort(NO_PORT);
            }
        }
        if (!response.host().isEmpty()) {
            int nodeId = response.nodeId();
            Optional<HostPort> client = BrokerList.clientAddress(map, nodeId, response.host(), response.port());
            if (client.isPresent()) {
                response.setHost(client.get().host()).setPort(client.get().port());
            } else {
                response.setErrorCode(Errors.COORDINATOR_NOT_AVAILABLE.code())
                        .setErrorMessage(notReachable(nodeId))
                        .setNodeId(NO_NODE)
                        .setHost("")
                        .setPort(NO_PORT);
            }
        }
    }

    /** Controllers are left out: no listener stands for them, and their own addresses must not get out. */
    static void translate(DescribeClusterResponseData response, AddressMap map) {
        if (!response.clusterId().isEmpty()) {
            map.clusterId(response.clusterId());
        }
        if (response.endpointType() != BROKERS) {
            response.brokers().clear();
            return;
        }
        for (Iterator<DescribeClusterBroker> i = response.brokers().iterator(); i.hasNext(); ) {
            DescribeClusterBroker broker = i.next();
            Optional<HostPort> client = BrokerList.clientAddress(map, broker.brokerId(), broker.host(), broker.port());
            if (client.isPresent()) {
                broker.setHost(client.get().host()).setPort(client.get().port());
            } else {
                i.remove();
            }
        }
    }

    private static String notReachable(int nodeId) {
        return "The coordinator is node " + nodeId + ", for which the proxy has no listener.";
    }
}
