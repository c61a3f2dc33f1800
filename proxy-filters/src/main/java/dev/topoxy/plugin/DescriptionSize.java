package dev.topoxy.plugin;

import java.util.Collection;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** How much text a description holds: what any way of storing it needs at least. */
final class DescriptionSize {

    private DescriptionSize() {}

    static long inBytes(StreamsGroupTopologyDescription description) {
        long bytes = 0;
        for (Subtopology subtopology : description.subtopologies()) {
            bytes += Utils.utf8Length(subtopology.id());
            for (Node node : subtopology.nodes()) {
                bytes += inBytes(node);
            }
        }
        for (GlobalStore global : description.globalStores()) {
            bytes += inBytes(global.source()) + inBytes(global.processor());
        }
        return bytes;
    }

    private static long inBytes(Node node) {
        long bytes = Utils.utf8Length(node.name()) + inBytes(node.successors());
        if (node instanceof Source source) {
            bytes += inBytes(source.topics());
        } else if (node instanceof Processor processor) {
            bytes += inBytes(processor.stores());
        } else if (node instanceof Sink sink) {
            bytes += sink.topic().map(Utils::utf8Length).orElse(0);
        }
        return bytes;
    }

    private static long inBytes(Collection<String> names) {
        return names.stream().mapToLong(Utils::utf8Length).sum();
    }
}
