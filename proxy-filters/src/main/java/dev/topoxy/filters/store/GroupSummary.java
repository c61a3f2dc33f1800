package dev.topoxy.filters.store;

import java.time.Instant;
import org.apache.kafka.common.Uuid;

/**
 * What a store remembers of each group, however large the group's document is.
 *
 * @param groupId the group
 * @param lastSeen when the group is known to have been alive
 * @param id the newest version's
 * @param baseId the newest version's
 * @param digest the newest version's
 */
public record GroupSummary(String groupId, Instant lastSeen, Uuid id, Uuid baseId, String digest) {

    GroupSummary seen(Instant when) {
        return when.isAfter(lastSeen) ? new GroupSummary(groupId, when, id, baseId, digest) : this;
    }
}
