package dev.topoxy.filters.flow;

import dev.topoxy.core.log.LogText;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData;

/**
 * For which topology a member pushes a description.
 *
 * @param groupId the group it claims to be in
 * @param memberId the member
 * @param epoch the topology epoch it claims to describe
 */
record Push(String groupId, String memberId, int epoch) {

    static Push of(StreamsGroupTopologyDescriptionUpdateRequestData request) {
        return new Push(request.groupId(), request.memberId(), request.topologyEpoch());
    }

    @Override
    public String toString() {
        return "for topology epoch " + epoch + " of group " + LogText.quoted(groupId) + " by member "
                + LogText.quoted(memberId);
    }
}
