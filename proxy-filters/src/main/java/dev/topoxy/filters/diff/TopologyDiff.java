package dev.topoxy.filters.diff;

import dev.topoxy.filters.description.DescriptionDigest;
import java.util.List;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;

/**
 * What changed between two descriptions of one group's topology. Deterministic: it depends on nothing but the two.
 * Names are as the application gave them, so whoever shows them must escape them; {@link #toString} and
 * {@link Consequence#sentence} do.
 *
 * @param subtopologies all subtopologies of both, the unchanged ones too: those of the description after in their
 *     order, then the removed ones
 * @param globalNodes changes among the nodes of global stores
 * @param globalStores changes among the names of global stores
 * @param resources topics and stores over all subtopologies; the topics of global stores are source topics
 * @param consequences what it means for state and topics, the gravest first
 */
public record TopologyDiff(
        List<SubtopologyDiff> subtopologies,
        NodeChanges globalNodes,
        NameChanges globalStores,
        ResourceChanges resources,
        List<Consequence> consequences) {

    public TopologyDiff {
        subtopologies = List.copyOf(subtopologies);
        consequences = List.copyOf(consequences);
    }

    /**
     * Compares two descriptions, in time nearly linear in their size.
     *
     * @param applicationId the {@code application.id}, which is the group id: internal topics begin with it
     */
    public static TopologyDiff between(
            String applicationId, StreamsGroupTopologyDescription before, StreamsGroupTopologyDescription after) {
        Graph graph = new Graph(after);
        boolean same = DescriptionDigest.of(before).equals(DescriptionDigest.of(after));
        return new Comparison(applicationId, same ? graph : new Graph(before), graph).diff();
    }

    /** Whether the two are the same, but for the order in which they list things. */
    public boolean isEmpty() {
        return subtopologies.stream().allMatch(SubtopologyDiff::isEmpty)
                && globalNodes.isEmpty()
                && globalStores.isEmpty()
                && resources.isEmpty();
    }

    /** Whether the two are the same but for generated numbers and ids of subtopologies. */
    public boolean isMovesOnly() {
        return subtopologies.stream()
                        .allMatch(subtopology -> subtopology.before().isPresent()
                                && subtopology.after().isPresent()
                                && subtopology.nodes().isMovesOnly())
                && globalNodes.isMovesOnly()
                && globalStores.isRenumberingOnly()
                && resources.isRenumberingOnly();
    }

    /** The whole of it as text for a terminal. */
    @Override
    public String toString() {
        return DiffText.of(this);
    }
}
