package dev.topoxy.filters.description;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionGlobalStore;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** A description as a client pushes it: checked, measured, and turned into the record that plugins get. */
public final class PushedDescription {

    private PushedDescription() {}

    /**
     * Checks node types and global stores, in the order of the message and with the texts of a broker. The record keeps
     * the order of everything, so that a description is answered as it was pushed.
     *
     * @throws InvalidRequestException if a node type is unknown or a global store is not a source and a processor
     */
    public static StreamsGroupTopologyDescription toRecord(TopologyDescription pushed) {
        List<Subtopology> subtopologies = new ArrayList<>(pushed.subtopologies().size());
        for (TopologyDescriptionSubtopology subtopology : pushed.subtopologies()) {
            List<Node> nodes = new ArrayList<>(subtopology.nodes().size());
            for (TopologyDescriptionNode node : subtopology.nodes()) {
                nodes.add(node(node));
            }
            subtopologies.add(new Subtopology(subtopology.subtopologyId(), nodes));
        }
        List<GlobalStore> globalStores = new ArrayList<>(pushed.globalStores().size());
        for (TopologyDescriptionGlobalStore store : pushed.globalStores()) {
            globalStores.add(globalStore(store));
        }
        return new StreamsGroupTopologyDescription(subtopologies, globalStores);
    }

    /** The bytes of the description alone, as serialized at the highest version the proxy speaks. */
    public static int bytes(TopologyDescription pushed) {
        short version = ApiKeys.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE.latestVersion();
        return pushed.size(new ObjectSerializationCache(), version);
    }

    private static GlobalStore globalStore(TopologyDescriptionGlobalStore store) {
        Node source = node(store.source());
        Node processor = node(store.processor());
        if (source instanceof Source from && processor instanceof Processor into) {
            return new GlobalStore(from, into);
        }
        throw new InvalidRequestException("Global store must be composed of a source and a processor node.");
    }

    private static Node node(TopologyDescriptionNode node) {
        Set<String> successors = new LinkedHashSet<>(node.successors());
        return switch (node.nodeType()) {
            case NodeTypes.SOURCE -> new Source(node.name(), new LinkedHashSet<>(node.sourceTopics()), successors);
            case NodeTypes.PROCESSOR -> new Processor(node.name(), new LinkedHashSet<>(node.stores()), successors);
            case NodeTypes.SINK -> new Sink(node.name(), Optional.ofNullable(node.sinkTopic()), successors);
            default -> throw new InvalidRequestException("Unknown topology node type: " + node.nodeType());
        };
    }
}
