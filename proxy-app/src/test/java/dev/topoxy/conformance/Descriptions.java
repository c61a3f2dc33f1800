package dev.topoxy.conformance;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionGlobalStore;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionNode;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescriptionSubtopology;

/** Topology descriptions as a client pushes them. */
final class Descriptions {

    static final byte SOURCE = 1;
    static final byte PROCESSOR = 2;
    static final byte SINK = 3;

    private Descriptions() {}

    static TopologyDescriptionNode node(String name, byte type, String... successors) {
        return new TopologyDescriptionNode().setName(name).setNodeType(type).setSuccessors(List.of(successors));
    }

    static TopologyDescriptionNode source(String name, List<String> topics, String... successors) {
        return node(name, SOURCE, successors).setSourceTopics(topics);
    }

    static TopologyDescriptionNode processor(String name, List<String> stores, String... successors) {
        return node(name, PROCESSOR, successors).setStores(stores);
    }

    static TopologyDescriptionNode sink(String name, String topic) {
        return node(name, SINK).setSinkTopic(topic);
    }

    static TopologyDescriptionSubtopology subtopology(String id, List<TopologyDescriptionNode> nodes) {
        return new TopologyDescriptionSubtopology().setSubtopologyId(id).setNodes(nodes);
    }

    static TopologyDescriptionGlobalStore globalStore(
            TopologyDescriptionNode source, TopologyDescriptionNode processor) {
        return new TopologyDescriptionGlobalStore().setSource(source).setProcessor(processor);
    }

    static TopologyDescription empty() {
        return new TopologyDescription();
    }

    /** One subtopology of these nodes. */
    static TopologyDescription of(TopologyDescriptionNode... nodes) {
        return new TopologyDescription().setSubtopologies(List.of(subtopology("0", List.of(nodes))));
    }

    static TopologyDescription ofGlobalStore(TopologyDescriptionNode source, TopologyDescriptionNode processor) {
        return new TopologyDescription().setGlobalStores(List.of(globalStore(source, processor)));
    }

    /** A small one: source, processor with a store, sink. */
    static TopologyDescription small() {
        return chain(3);
    }

    /** So many nodes in a row: a source first, a sink last, processors with a store each between. */
    static TopologyDescription chain(int nodes) {
        List<TopologyDescriptionNode> row = new ArrayList<>();
        row.add(nodes == 1 ? source("node-0", List.of("in")) : source("node-0", List.of("in"), "node-1"));
        for (int i = 1; i < nodes - 1; i++) {
            row.add(processor("node-" + i, List.of("store-" + i), "node-" + (i + 1)));
        }
        if (nodes > 1) {
            row.add(sink("node-" + (nodes - 1), "out"));
        }
        return new TopologyDescription().setSubtopologies(List.of(subtopology("0", row)));
    }
}
