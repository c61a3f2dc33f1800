package dev.topoxy.filters.group;

import dev.topoxy.filters.description.Digest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;

/**
 * What tells one topology from another. It is the same whether computed from the join of a member or from what the
 * broker describes afterwards. Hence it holds only what both carry unchanged: by subtopology id the source topics,
 * repartition sinks, repartition sources and changelogs, by name, without order and repetition. Partition counts and
 * topic settings are left out, because the broker resolves them; regular expressions, because it never describes them.
 */
final class TopologyFingerprint {

    private TopologyFingerprint() {}

    static byte[] of(StreamsGroupHeartbeatRequestData.Topology joined) {
        List<Subtopology> subtopologies = new ArrayList<>(joined.subtopologies().size());
        for (StreamsGroupHeartbeatRequestData.Subtopology subtopology : joined.subtopologies()) {
            subtopologies.add(new Subtopology(
                    subtopology.subtopologyId(),
                    subtopology.sourceTopics(),
                    subtopology.repartitionSinkTopics(),
                    subtopology.repartitionSourceTopics().stream()
                            .map(StreamsGroupHeartbeatRequestData.TopicInfo::name)
                            .toList(),
                    subtopology.stateChangelogTopics().stream()
                            .map(StreamsGroupHeartbeatRequestData.TopicInfo::name)
                            .toList()));
        }
        return of(subtopologies);
    }

    static byte[] of(StreamsGroupDescribeResponseData.Topology described) {
        List<Subtopology> subtopologies =
                new ArrayList<>(described.subtopologies().size());
        for (StreamsGroupDescribeResponseData.Subtopology subtopology : described.subtopologies()) {
            subtopologies.add(new Subtopology(
                    subtopology.subtopologyId(),
                    subtopology.sourceTopics(),
                    subtopology.repartitionSinkTopics(),
                    subtopology.repartitionSourceTopics().stream()
                            .map(StreamsGroupDescribeResponseData.TopicInfo::name)
                            .toList(),
                    subtopology.stateChangelogTopics().stream()
                            .map(StreamsGroupDescribeResponseData.TopicInfo::name)
                            .toList()));
        }
        return of(subtopologies);
    }

    private static byte[] of(List<Subtopology> subtopologies) {
        subtopologies.sort(Comparator.comparing(Subtopology::id));
        Digest digest = new Digest().add(subtopologies.size());
        for (Subtopology subtopology : subtopologies) {
            digest.add(subtopology.id);
            addNames(digest, subtopology.sources);
            addNames(digest, subtopology.repartitionSinks);
            addNames(digest, subtopology.repartitionSources);
            addNames(digest, subtopology.changelogs);
        }
        return digest.finish();
    }

    private static void addNames(Digest digest, Collection<String> names) {
        TreeSet<String> distinct = new TreeSet<>(names);
        digest.add(distinct.size());
        distinct.forEach(digest::add);
    }

    private record Subtopology(
            String id,
            List<String> sources,
            List<String> repartitionSinks,
            List<String> repartitionSources,
            List<String> changelogs) {}
}
