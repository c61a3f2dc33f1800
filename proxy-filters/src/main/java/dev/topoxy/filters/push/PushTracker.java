package dev.topoxy.filters.push;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Remembers per group the current id, whether its description is stored or was rejected for good, and the backoff.
 * Asking arms the backoff, so that one member is asked per window, however many send heartbeats. Results for another
 * id than the current one change nothing, save that a late store of an old id puts the current one in doubt.
 * Thread-safe; no call blocks, and where the group is settled a call takes no lock.
 *
 * <p>What all groups take together is bounded: one that was forgotten for lack of room costs a look-up when it is seen
 * again.
 */
public final class PushTracker {

    /** What a heartbeat is to do. */
    public enum Answer {
        /** Nothing to push. */
        NO,
        /** Ask this member; others are not asked within the window. */
        ASK,
        /** Nobody knows whether the store has it: look it up, then call {@link #found} or {@link #missing}. */
        LOOK_UP
    }

    /** What is known of a group's description at an id. */
    public enum Knowledge {
        /** The group is not tracked, or a look-up has not ended. */
        UNKNOWN,
        /** Not stored, or in doubt while a push is under way. */
        ABSENT,
        STORED,
        /** The group is tracked at another id. */
        OTHER_ID
    }

    /** When a store is asked whether it has a description already. */
    public enum LookUp {
        /** When a group is first seen; a new id of a known group is taken as not stored. */
        FIRST_SIGHT,
        /** For every new id. */
        EVERY_ID
    }

    private static final int SHARE_OF_HEAP = 8;

    private final GroupTable groups;
    private final LookUp lookUp;
    private final PushBackoff backoff;
    private final LongSupplier clock;

    /**
     * Tracks nothing yet.
     *
     * @param clock milliseconds, monotonic
     */
    public PushTracker(LookUp lookUp, PushBackoff backoff, LongSupplier clock) {
        this(lookUp, backoff, clock, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /**
     * The same within a limit.
     *
     * @param mostBytes that all groups may take together
     */
    PushTracker(LookUp lookUp, PushBackoff backoff, LongSupplier clock, long mostBytes) {
        this.groups = new GroupTable(mostBytes);
        this.lookUp = lookUp;
        this.backoff = backoff;
        this.clock = clock;
    }

    /** A heartbeat of a member: keeps the group alive and decides whether this member is asked. */
    public Answer ask(String groupId, Uuid id) {
        long now = clock.getAsLong();
        GroupState known = groups.get(groupId);
        if (known != null && known.id.equals(id)) {
            known.seen(now);
            if (known.settled() || now < known.nextAttemptMs) {
                return Answer.NO;
            }
        }
        return attempt(groupId, id, now);
    }

    private Answer attempt(String groupId, Uuid id, long now) {
        var answer = new Answer[] {Answer.NO};
        groups.put(groupId, known -> {
            GroupState state = at(known, id, now);
            if (state.settled() || now < state.nextAttemptMs) {
                return state;
            }
            answer[0] = state.knowledge == Knowledge.UNKNOWN ? Answer.LOOK_UP : Answer.ASK;
            return state.armed(backoff, now);
        });
        return answer[0];
    }

    private GroupState at(@Nullable GroupState known, Uuid id, long now) {
        if (known == null) {
            return GroupState.fresh(id, Knowledge.UNKNOWN, now);
        }
        return known.id.equals(id) ? known : GroupState.fresh(id, afterChange(), now);
    }

    private Knowledge afterChange() {
        return lookUp == LookUp.EVERY_ID ? Knowledge.UNKNOWN : Knowledge.ABSENT;
    }

    /** The look-up ended: stored at that id. */
    public void found(String groupId, Uuid id) {
        update(groupId, id, state -> state.knowledge == Knowledge.UNKNOWN ? state.with(Knowledge.STORED) : state);
    }

    /** The look-up ended: not stored at that id. */
    public void missing(String groupId, Uuid id) {
        update(groupId, id, state -> state.knowledge == Knowledge.UNKNOWN ? state.with(Knowledge.ABSENT) : state);
    }

    /**
     * Tracks a group whose description is known to be stored at that id.
     *
     * @param unseenMs since the group was last seen, in milliseconds, as far as the caller knows
     */
    public void adopt(String groupId, Uuid id, long unseenMs) {
        long seen = clock.getAsLong() - unseenMs;
        groups.put(
                groupId,
                known -> GroupState.fresh(
                        id, Knowledge.STORED, known == null ? seen : Math.max(seen, known.seenAtMs())));
    }

    /**
     * A push arrived; its id is the group's current one.
     *
     * @param holdMs nobody is asked for this long while the push is under way, in milliseconds; 0 for no such hold
     * @return what was known before
     */
    public Knowledge pushStarted(String groupId, Uuid id, long holdMs) {
        long now = clock.getAsLong();
        Knowledge before = knowledge(groupId, id);
        groups.put(groupId, known -> {
            GroupState state =
                    known == null || !known.id.equals(id) ? GroupState.fresh(id, Knowledge.ABSENT, now) : known;
            state.seen(now);
            return state.inDoubtUntil(holdMs == 0 ? Long.MIN_VALUE : now + holdMs);
        });
        return before;
    }

    /**
     * The push succeeded.
     *
     * @return false where the group is no longer tracked, so that what was stored has no owner
     */
    public boolean stored(String groupId, Uuid id) {
        return groups.change(
                groupId, known -> known.id.equals(id) ? known.with(Knowledge.STORED) : known.with(afterChange()));
    }

    /**
     * Something was stored out of turn: what the store holds for the group now is to be found out anew.
     *
     * @return false where the group is no longer tracked, so that what was stored has no owner
     */
    public boolean inDoubt(String groupId) {
        return groups.change(groupId, known -> known.with(afterChange()));
    }

    /** The push failed, but another one may succeed: extends the backoff. */
    public void failed(String groupId, Uuid id) {
        long now = clock.getAsLong();
        update(groupId, id, state -> state.armed(backoff, now));
    }

    /** The push failed and will always fail: nobody is asked again at that id. */
    public void rejected(String groupId, Uuid id) {
        update(groupId, id, GroupState::asRejected);
    }

    private void update(String groupId, Uuid id, UnaryOperator<GroupState> change) {
        groups.change(groupId, known -> known.id.equals(id) ? change.apply(known) : known);
    }

    public Knowledge knowledge(String groupId, Uuid id) {
        GroupState known = groups.get(groupId);
        if (known == null) {
            return Knowledge.UNKNOWN;
        }
        return known.id.equals(id) ? known.knowledge : Knowledge.OTHER_ID;
    }

    /** The group is gone. */
    public void forget(String groupId) {
        groups.remove(groupId);
    }

    /**
     * Forgets groups without a heartbeat or push for the given time. Cost grows with the number of groups.
     *
     * @return the forgotten groups
     */
    public List<String> expire(long unseenMs) {
        long limit = clock.getAsLong() - unseenMs;
        var gone = new ArrayList<String>();
        for (String groupId : groups.ids()) {
            groups.change(groupId, known -> {
                if (known.seenAtMs() >= limit) {
                    return known;
                }
                gone.add(groupId);
                return null;
            });
        }
        return gone;
    }

    /** Tells of each group how long it was not seen, in milliseconds. Cost grows with the number of groups. */
    public void forEach(ObjLongConsumer<String> groupAndUnseenMs) {
        long now = clock.getAsLong();
        groups.forEach((groupId, state) -> groupAndUnseenMs.accept(groupId, now - state.seenAtMs()));
    }

    /** Whether the group is tracked, at whatever id. */
    public boolean tracks(String groupId) {
        return groups.get(groupId) != null;
    }

    /** How many groups are tracked. */
    public int size() {
        return groups.size();
    }
}
