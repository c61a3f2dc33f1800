package dev.topoxy.core.address;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ShareAcknowledgeResponseData;
import org.apache.kafka.common.message.ShareFetchResponseData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/** What must become of a response by {@link TestMap}, done to the decoded message. */
final class Expected {

    private Expected() {}

    static SampleResponse translated(SampleResponse sample) {
        SampleResponse copy = sample.copy();
        ApiMessage body = copy.body();
        if (body instanceof MetadataResponseData data) {
            for (Iterator<MetadataResponseData.MetadataResponseBroker> i =
                            data.brokers().iterator();
                    i.hasNext(); ) {
                MetadataResponseData.MetadataResponseBroker broker = i.next();
                client(broker.nodeId(), broker.host(), broker.port())
                        .ifPresentOrElse(to -> broker.setHost(to.host()).setPort(to.port()), i::remove);
            }
        } else if (body instanceof DescribeClusterResponseData data) {
            if (data.endpointType() != 1) {
                data.brokers().clear();
            }
            for (Iterator<DescribeClusterResponseData.DescribeClusterBroker> i =
                            data.brokers().iterator();
                    i.hasNext(); ) {
                DescribeClusterResponseData.DescribeClusterBroker broker = i.next();
                client(broker.brokerId(), broker.host(), broker.port())
                        .ifPresentOrElse(to -> broker.setHost(to.host()).setPort(to.port()), i::remove);
            }
        } else if (body instanceof FindCoordinatorResponseData data) {
            coordinators(data);
        } else if (body instanceof FetchResponseData data) {
            for (Iterator<FetchResponseData.NodeEndpoint> i =
                            data.nodeEndpoints().iterator();
                    i.hasNext(); ) {
                FetchResponseData.NodeEndpoint node = i.next();
                client(node.nodeId(), node.host(), node.port())
                        .ifPresentOrElse(to -> node.setHost(to.host()).setPort(to.port()), i::remove);
            }
        } else if (body instanceof ProduceResponseData data) {
            for (Iterator<ProduceResponseData.NodeEndpoint> i =
                            data.nodeEndpoints().iterator();
                    i.hasNext(); ) {
                ProduceResponseData.NodeEndpoint node = i.next();
                client(node.nodeId(), node.host(), node.port())
                        .ifPresentOrElse(to -> node.setHost(to.host()).setPort(to.port()), i::remove);
            }
        } else if (body instanceof ShareFetchResponseData data) {
            for (Iterator<ShareFetchResponseData.NodeEndpoint> i =
                            data.nodeEndpoints().iterator();
                    i.hasNext(); ) {
                ShareFetchResponseData.NodeEndpoint node = i.next();
                client(node.nodeId(), node.host(), node.port())
                        .ifPresentOrElse(to -> node.setHost(to.host()).setPort(to.port()), i::remove);
            }
        } else if (body instanceof ShareAcknowledgeResponseData data) {
            for (Iterator<ShareAcknowledgeResponseData.NodeEndpoint> i =
                            data.nodeEndpoints().iterator();
                    i.hasNext(); ) {
                ShareAcknowledgeResponseData.NodeEndpoint node = i.next();
                client(node.nodeId(), node.host(), node.port())
                        .ifPresentOrElse(to -> node.setHost(to.host()).setPort(to.port()), i::remove);
            }
        }
        return copy;
    }

    /** Where no broker can be, no client is sent. */
    private static Optional<HostPort> client(int nodeId, String host, int port) {
        boolean possible = nodeId >= 0 && !host.isBlank() && port >= 0 && port <= 65535;
        return possible ? TestMap.forNode(nodeId) : Optional.empty();
    }

    private static void coordinators(FindCoordinatorResponseData data) {
        if (!data.host().isEmpty()) {
            Optional<HostPort> to = client(data.nodeId(), data.host(), data.port());
            if (to.isPresent()) {
                data.setHost(to.get().host()).setPort(to.get().port());
            } else {
                data.setErrorCode((short) 15)
                        .setErrorMessage(
                                "The coordinator is node " + data.nodeId() + ", for which the proxy has no listener.")
                        .setNodeId(-1)
                        .setHost("")
                        .setPort(-1);
            }
        }
        for (FindCoordinatorResponseData.Coordinator one : data.coordinators()) {
            if (one.host().isEmpty()) {
                continue;
            }
            Optional<HostPort> to = client(one.nodeId(), one.host(), one.port());
            if (to.isPresent()) {
                one.setHost(to.get().host()).setPort(to.get().port());
            } else {
                one.setErrorCode((short) 15)
                        .setErrorMessage(
                                "The coordinator is node " + one.nodeId() + ", for which the proxy has no listener.")
                        .setNodeId(-1)
                        .setHost("")
                        .setPort(-1);
            }
        }
    }

    /** The response without endpoints and without the tags of the response itself; and whether it had endpoints. */
    static boolean strip(ApiMessage body) {
        List<RawTaggedField> tags = body.unknownTaggedFields();
        boolean had;
        if (body instanceof FetchResponseData data) {
            had = !data.nodeEndpoints().isEmpty();
            data.nodeEndpoints().clear();
        } else if (body instanceof ProduceResponseData data) {
            had = !data.nodeEndpoints().isEmpty();
            data.nodeEndpoints().clear();
        } else if (body instanceof ShareFetchResponseData data) {
            had = !data.nodeEndpoints().isEmpty();
            data.nodeEndpoints().clear();
            tags.clear();
        } else if (body instanceof ShareAcknowledgeResponseData data) {
            had = !data.nodeEndpoints().isEmpty();
            data.nodeEndpoints().clear();
            tags.clear();
        } else {
            throw new IllegalArgumentException(body.getClass().getName());
        }
        tags.removeIf(tag -> tag.tag() <= EndpointsMask.UNKNOWN_TAG);
        return had;
    }
}
