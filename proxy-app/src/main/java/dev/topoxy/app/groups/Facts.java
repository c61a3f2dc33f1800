package dev.topoxy.app.groups;

import dev.topoxy.filters.description.DescribedDescription;
import dev.topoxy.filters.description.InternalTopics;
import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.GroupDocument;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/**
 * What a group's newest description holds, to be found by.
 *
 * @param digest of the description
 * @param bytes how large it is as it is pushed
 * @param storedAt when it came
 * @param versions how many descriptions of the group are kept
 * @param reads topics that come from elsewhere
 * @param writes topics that go elsewhere
 * @param internal topics that the application writes and reads itself
 * @param stores names of state stores, global ones too
 */
public record Facts(
        String digest,
        int bytes,
        Instant storedAt,
        int versions,
        int subtopologies,
        int nodes,
        Set<String> reads,
        Set<String> writes,
        Set<String> internal,
        Set<String> stores) {

    public Facts {
        reads = Set.copyOf(reads);
        writes = Set.copyOf(writes);
        internal = Set.copyOf(internal);
        stores = Set.copyOf(stores);
    }

    static Facts of(GroupDocument document) {
        DescriptionVersion current = document.current();
        StreamsGroupTopologyDescription description = current.description();
        Collector collector = new Collector(InternalTopics.of(description));
        for (Subtopology subtopology : description.subtopologies()) {
            collector.add(subtopology.nodes());
        }
        for (GlobalStore store : description.globalStores()) {
            collector.add(Set.of(store.source(), store.processor()));
        }
        return new Facts(
                current.digest(),
                bytes(description),
                current.storedAt(),
                document.versions().size(),
                description.subtopologies().size(),
                collector.nodes,
                collector.reads,
                collector.writes,
                Set.copyOf(collector.internalTopics.all()),
                collector.stores);
    }

    private static int bytes(StreamsGroupTopologyDescription description) {
        return DescribedDescription.fromRecord(description)
                .size(new ObjectSerializationCache(), ApiKeys.STREAMS_GROUP_DESCRIBE.latestVersion());
    }

    private static final class Collector {
        private final InternalTopics internalTopics;
        private final Set<String> reads = new TreeSet<>();
        private final Set<String> writes = new TreeSet<>();
        private final Set<String> stores = new TreeSet<>();
        private int nodes;

        Collector(InternalTopics internalTopics) {
            this.internalTopics = internalTopics;
        }

        void add(Collection<? extends Node> more) {
            for (Node node : more) {
                nodes++;
                if (node instanceof Source source) {
                    source.topics().stream()
                            .filter(topic -> !internalTopics.contains(topic))
                            .forEach(reads::add);
                } else if (node instanceof Sink sink) {
                    sink.topic()
                            .filter(topic -> !internalTopics.contains(topic))
                            .ifPresent(writes::add);
                } else if (node instanceof Processor processor) {
                    stores.addAll(processor.stores());
                }
            }
        }
    }
}
