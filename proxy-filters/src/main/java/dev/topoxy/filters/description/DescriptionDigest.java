package dev.topoxy.filters.description;

import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.GlobalStore;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** What tells one description from another, whatever the order in which members name their parts. */
public final class DescriptionDigest {

    private static final Comparator<GlobalStore> BY_SOURCE =
            Comparator.comparing(store -> store.source().name());

    private DescriptionDigest() {}

    /** Equal for equal descriptions only: 64 hexadecimal digits. */
    public static String of(StreamsGroupTopologyDescription description) {
        Digest digest = new Digest();
        List<Subtopology> subtopologies = description.subtopologies().stream()
                .sorted(Comparator.comparing(Subtopology::id))
                .toList();
        digest.add(subtopologies.size());
        for (Subtopology subtopology : subtopologies) {
            digest.add(subtopology.id()).add(subtopology.nodes().size());
            subtopology.nodes().stream()
                    .sorted(Comparator.comparing(Node::name))
                    .forEach(node -> add(digest, node));
        }
        description.globalStores().stream().sorted(BY_SOURCE).forEach(store -> {
            add(digest, store.source());
            add(digest, store.processor());
        });
        return HexFormat.of().formatHex(digest.finish());
    }

    /**
     * The id for a description that came to replace another one of the same topology. Every proxy derives the same.
     *
     * @param baseId the topology's id
     * @param digest the description's
     */
    public static Uuid idUnder(Uuid baseId, String digest) {
        return new Digest().add(baseId.toString()).add(digest).finishAsId();
    }

    private static void add(Digest digest, Node node) {
        digest.add(node.name());
        addNames(digest, node.successors());
        if (node instanceof Source source) {
            digest.add(NodeTypes.SOURCE);
            addNames(digest, source.topics());
        } else if (node instanceof Processor processor) {
            digest.add(NodeTypes.PROCESSOR);
            addNames(digest, processor.stores());
        } else if (node instanceof Sink sink) {
            digest.add(NodeTypes.SINK);
            addNames(digest, sink.topic().stream().toList());
        }
    }

    private static void addNames(Digest digest, Collection<String> names) {
        TreeSet<String> sorted = new TreeSet<>(names);
        digest.add(sorted.size());
        sorted.forEach(digest::add);
    }
}
