package dev.topoxy.filters.description;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.TopologyDescriptionGlobalStore;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.TopologyDescriptionSubtopology;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** A description as a describe response carries it, made from what a plugin gave. */
public final class DescribedDescription {

    private DescribedDescription() {}

    /**
     * Turns a plugin's value into the message. What is returned can be serialized for certain: one bad description must
     * not spoil the answer about other groups.
     *
     * @throws RuntimeException if the value cannot be expressed in the protocol: a text of more than 32767
     *     bytes, say
     */
    public static TopologyDescription fromRecord(StreamsGroupTopologyDescription stored) {
        List<TopologyDescriptionSubtopology> subtopologies = new ArrayList<>();
        for (Subtopology subtopology : stored.subtopologies()) {
            List<TopologyDescriptionNode> nodes = new ArrayList<>();
            for (Node node : subtopology.nodes()) {
                nodes.add(node(node));
            }
            subtopologies.add(new TopologyDescriptionSubtopology()
                    .setSubtopologyId(subtopology.id())
                    .setNodes(nodes));
        }
        List<TopologyDescriptionGlobalStore> globalStores = new ArrayList<>();
        for (GlobalStore store : stored.globalStores()) {
            globalStores.add(new TopologyDescriptionGlobalStore()
                    .setSource(node(store.source()))
                    .setProcessor(node(store.processor())));
        }
        TopologyDescription description =
                new TopologyDescription().setSubtopologies(subtopologies).setGlobalStores(globalStores);
        requireSerializable(description);
        return description;
    }

    private static TopologyDescriptionNode node(Node node) {
        TopologyDescriptionNode message =
                new TopologyDescriptionNode().setName(node.name()).setSuccessors(new ArrayList<>(node.successors()));
        if (node instanceof Source source) {
            return message.setNodeType(NodeTypes.SOURCE).setSourceTopics(new ArrayList<>(source.topics()));
        }
        if (node instanceof Processor processor) {
            return message.setNodeType(NodeTypes.PROCESSOR).setStores(new ArrayList<>(processor.stores()));
        }
        message.setNodeType(NodeTypes.SINK);
        ((Sink) node).topic().ifPresent(message::setSinkTopic);
        return message;
    }

    /** Measuring visits every text, and refuses what writing would refuse when it is too late. */
    private static void requireSerializable(TopologyDescription description) {
        description.size(new ObjectSerializationCache(), ApiKeys.STREAMS_GROUP_DESCRIBE.latestVersion());
    }
}
