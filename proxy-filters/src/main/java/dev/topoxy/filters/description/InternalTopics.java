package dev.topoxy.filters.description;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/**
 * Which topics of a description Streams made for the application itself. A description does not say so; what Streams
 * makes is both written and read by the application, and named in one of two ways.
 */
public final class InternalTopics {

    private static final String FOREIGN_KEY_JOIN = "KTABLE-FK-JOIN-";

    private final Set<String> topics = new HashSet<>();

    private InternalTopics(StreamsGroupTopologyDescription description) {
        Set<String> written = new HashSet<>();
        for (Subtopology subtopology : description.subtopologies()) {
            for (Node node : subtopology.nodes()) {
                if (node instanceof Source source) {
                    topics.addAll(source.topics());
                } else if (node instanceof Sink sink) {
                    sink.topic().ifPresent(written::add);
                }
            }
        }
        topics.retainAll(written);
        topics.removeIf(topic -> !isNamedByStreams(topic));
    }

    public static InternalTopics of(StreamsGroupTopologyDescription description) {
        return new InternalTopics(description);
    }

    private static boolean isNamedByStreams(String topic) {
        return topic.endsWith("-repartition") || (topic.endsWith("-topic") && topic.contains(FOREIGN_KEY_JOIN));
    }

    public boolean contains(String topic) {
        return topics.contains(topic);
    }

    /** All of them, in no particular order. */
    public Collection<String> all() {
        return Set.copyOf(topics);
    }

    /** The topic that a store of the application is logged to. */
    public static String changelog(String applicationId, String store) {
        return applicationId + "-" + store + "-changelog";
    }
}
