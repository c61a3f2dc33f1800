package dev.topoxy.filters.lineage;

import dev.topoxy.filters.plugin.TopologyVersion;
import java.time.Instant;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;

/** A description that was stored at that time, and is to be sent on. */
record Stored(TopologyVersion version, StreamsGroupTopologyDescription description, Instant time) {

    String groupId() {
        return version.groupId();
    }
}
