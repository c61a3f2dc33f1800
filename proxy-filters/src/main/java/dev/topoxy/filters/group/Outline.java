package dev.topoxy.filters.group;

import java.util.List;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;

/**
 * What the join of a member tells of its topology: the topics around each subtopology, and nothing of what is in it.
 * Clients before 4.4 push no description, so this is all there is to know of them. Names are text from clients.
 */
public record Outline(List<Subtopology> subtopologies) {

    /**
     * One subtopology from outside.
     *
     * @param sourcePatterns regular expressions of topics that it reads
     * @param changelogs the topics of its stores
     */
    public record Subtopology(
            String id,
            List<String> sourceTopics,
            List<String> sourcePatterns,
            List<String> repartitionSources,
            List<String> repartitionSinks,
            List<String> changelogs) {
        public Subtopology {
            sourceTopics = List.copyOf(sourceTopics);
            sourcePatterns = List.copyOf(sourcePatterns);
            repartitionSources = List.copyOf(repartitionSources);
            repartitionSinks = List.copyOf(repartitionSinks);
            changelogs = List.copyOf(changelogs);
        }

        private long chars() {
            return id.length()
                    + chars(sourceTopics)
                    + chars(sourcePatterns)
                    + chars(repartitionSources)
                    + chars(repartitionSinks)
                    + chars(changelogs);
        }

        private static long chars(List<String> names) {
            return names.stream().mapToLong(String::length).sum();
        }
    }

    public Outline {
        subtopologies = List.copyOf(subtopologies);
    }

    static Outline of(StreamsGroupHeartbeatRequestData.Topology joined) {
        return new Outline(joined.subtopologies().stream().map(Outline::of).toList());
    }

    private static Subtopology of(StreamsGroupHeartbeatRequestData.Subtopology joined) {
        return new Subtopology(
                joined.subtopologyId(),
                joined.sourceTopics(),
                joined.sourceTopicRegex(),
                names(joined.repartitionSourceTopics()),
                joined.repartitionSinkTopics(),
                names(joined.stateChangelogTopics()));
    }

    private static List<String> names(List<StreamsGroupHeartbeatRequestData.TopicInfo> topics) {
        return topics.stream()
                .map(StreamsGroupHeartbeatRequestData.TopicInfo::name)
                .toList();
    }

    /** How much text it holds. */
    long chars() {
        return subtopologies.stream().mapToLong(Subtopology::chars).sum();
    }
}
