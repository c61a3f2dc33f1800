package dev.topoxy.filters.flow;

import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.message.StreamsGroupHeartbeatResponseData;
import org.apache.kafka.common.requests.StreamsGroupHeartbeatResponse;
import org.jspecify.annotations.Nullable;

/**
 * The members whose last heartbeat on this connection the broker accepted: proof of membership and of READ on the group
 * where the broker does not tell more. A released client sends for one member; should a connection carry many, those not
 * heard of for the longest time are dropped. Used on the connection's event loop only.
 */
final class AcceptedMembers {

    private static final int MOST_MEMBERS = 100;
    private static final int MOST_CHARS = 200_000;

    private final LinkedHashMap<Key, Member> members = new LinkedHashMap<>(16, 0.75f, true);
    private int chars;

    /** The broker accepted a heartbeat and answered with this status; null means unchanged since the last one. */
    Member accepted(String groupId, String memberId, @Nullable List<StreamsGroupHeartbeatResponseData.Status> status) {
        Key key = new Key(groupId, memberId);
        Member member = members.get(key);
        if (member == null) {
            member = new Member();
            members.put(key, member);
            chars += key.chars();
            makeRoom();
        }
        if (status != null) {
            member.stale = isStale(status);
        }
        return member;
    }

    /** The member left, or the broker refused its heartbeat. */
    void dropped(String groupId, String memberId) {
        Key key = new Key(groupId, memberId);
        if (members.remove(key) != null) {
            chars -= key.chars();
        }
    }

    /** The member, if the broker accepted its last heartbeat here. */
    Optional<Member> find(String groupId, String memberId) {
        return Optional.ofNullable(members.get(new Key(groupId, memberId)));
    }

    private void makeRoom() {
        var longestUnheard = members.entrySet().iterator();
        while (members.size() > 1 && (members.size() > MOST_MEMBERS || chars > MOST_CHARS)) {
            Map.Entry<Key, Member> entry = longestUnheard.next();
            chars -= entry.getKey().chars();
            longestUnheard.remove();
        }
    }

    private static boolean isStale(List<StreamsGroupHeartbeatResponseData.Status> status) {
        byte stale = StreamsGroupHeartbeatResponse.Status.STALE_TOPOLOGY.code();
        for (StreamsGroupHeartbeatResponseData.Status each : status) {
            if (each.statusCode() == stale) {
                return true;
            }
        }
        return false;
    }

    /** What the broker said of one member. */
    static final class Member {

        private boolean stale;
        private Optional<TopologyVersion> joinedWith = Optional.empty();

        /** Whether its topology is older than the group's. */
        boolean isStale() {
            return stale;
        }

        /** The group's topology if it joined with it on this connection. */
        Optional<TopologyVersion> joinedWith() {
            return stale ? Optional.empty() : joinedWith;
        }

        void joinedWith(TopologyVersion topology) {
            joinedWith = Optional.of(topology);
        }
    }

    private record Key(String groupId, String memberId) {

        int chars() {
            return groupId.length() + memberId.length();
        }
    }
}
