package dev.topoxy.filters.store;

import dev.topoxy.filters.description.DescriptionDigest;
import dev.topoxy.plugin.PushContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * One description of a group, and who brought it.
 *
 * @param id the TopologyDescriptionId it is stored under
 * @param baseId the id of the topology that it describes; the same unless a restart brought it in place of another one
 * @param topologyEpoch the epoch it was pushed for; -1 where that is not known
 * @param storedAt when it first came, to the millisecond
 * @param memberId the member that pushed it; empty where that is not known
 * @param clientId that member's client id
 * @param principal that member's principal, as text
 * @param digest tells it from other descriptions: {@link DescriptionDigest}
 * @param description what was pushed
 */
public record DescriptionVersion(
        Uuid id,
        Uuid baseId,
        int topologyEpoch,
        Instant storedAt,
        String memberId,
        String clientId,
        String principal,
        String digest,
        StreamsGroupTopologyDescription description) {

    private static final int UNKNOWN_EPOCH = -1;

    /** A description as it is being pushed. */
    static DescriptionVersion pushed(
            AuthorizableRequestContext context, Uuid id, StreamsGroupTopologyDescription description, Instant now) {
        if (context instanceof PushContext push) {
            return pushed(push, id, push.baseId(), push.topologyEpoch(), push.memberId(), description, now);
        }
        return pushed(context, id, id, UNKNOWN_EPOCH, "", description, now);
    }

    private static DescriptionVersion pushed(
            AuthorizableRequestContext context,
            Uuid id,
            Uuid baseId,
            int epoch,
            String memberId,
            StreamsGroupTopologyDescription description,
            Instant now) {
        return new DescriptionVersion(
                id,
                baseId,
                epoch,
                now.truncatedTo(ChronoUnit.MILLIS),
                memberId,
                context.clientId(),
                context.principal().toString(),
                DescriptionDigest.of(description),
                description);
    }

    /** Whether both came by one push, under whatever id they stand now. */
    boolean isSameAs(DescriptionVersion other) {
        return digest.equals(other.digest) && storedAt.equals(other.storedAt);
    }

    /** The same description, first brought as before, for another topology. */
    DescriptionVersion under(DescriptionVersion other) {
        return new DescriptionVersion(
                other.id,
                other.baseId,
                other.topologyEpoch,
                storedAt,
                memberId,
                clientId,
                principal,
                digest,
                description);
    }
}
