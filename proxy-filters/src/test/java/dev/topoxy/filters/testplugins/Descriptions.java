package dev.topoxy.filters.testplugins;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** Small topology descriptions. */
public final class Descriptions {

    private Descriptions() {}

    /** Source to processor to sink; the processor bears the given name. */
    public static StreamsGroupTopologyDescription withProcessor(String name) {
        return new StreamsGroupTopologyDescription(
                List.of(new Subtopology(
                        "0",
                        List.of(
                                new Source("in", Set.of("topic-in"), Set.of(name)),
                                new Processor(name, Set.of("store"), Set.of("out")),
                                new Sink("out", Optional.of("topic-out"), Set.of())))),
                List.of());
    }
}
