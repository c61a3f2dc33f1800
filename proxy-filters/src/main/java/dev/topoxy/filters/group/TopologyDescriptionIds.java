package dev.topoxy.filters.group;

import dev.topoxy.filters.description.Digest;
import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupHeartbeatRequestData;

/**
 * Derives TopologyDescriptionIds, so that all proxies of a fleet agree on them without talking to each other.
 *
 * <p>An id is the first 16 bytes of SHA-256 over cluster id, group id, topology epoch and {@link TopologyFingerprint},
 * texts in UTF-8 and byte strings each behind their length as a big-endian int32, made an id by
 * {@link Digest#finishAsId}.
 */
public final class TopologyDescriptionIds {

    private TopologyDescriptionIds() {}

    /** The topology that a member brings with it when it joins. */
    public static TopologyVersion of(
            String clusterId, String groupId, StreamsGroupHeartbeatRequestData.Topology joined) {
        return version(clusterId, groupId, joined.epoch(), TopologyFingerprint.of(joined));
    }

    /** The topology of a group as the broker describes it; empty where it does not describe any. */
    public static Optional<TopologyVersion> of(
            String clusterId, StreamsGroupDescribeResponseData.DescribedGroup described) {
        StreamsGroupDescribeResponseData.Topology topology = described.topology();
        if (topology == null || topology.subtopologies() == null) {
            return Optional.empty();
        }
        return Optional.of(version(clusterId, described.groupId(), topology.epoch(), TopologyFingerprint.of(topology)));
    }

    private static TopologyVersion version(String clusterId, String groupId, int epoch, byte[] fingerprint) {
        Uuid id = new Digest()
                .add(clusterId)
                .add(groupId)
                .add(epoch)
                .add(fingerprint)
                .finishAsId();
        return new TopologyVersion(groupId, epoch, id);
    }
}
