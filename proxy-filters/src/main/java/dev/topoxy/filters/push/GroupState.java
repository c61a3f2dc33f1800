package dev.topoxy.filters.push;

import org.apache.kafka.common.Uuid;

/** What is known of one group at one id. Immutable but for the time it was last seen. */
final class GroupState {

    /** No attempt was made yet, so none delays the next one. */
    private static final int NO_ATTEMPT = -1;

    final Uuid id;
    final PushTracker.Knowledge knowledge;
    final boolean rejected;
    final int attempts;
    final long nextAttemptMs;

    private volatile long seenAtMs;

    private GroupState(
            Uuid id,
            PushTracker.Knowledge knowledge,
            boolean rejected,
            int attempts,
            long nextAttemptMs,
            long seenAtMs) {
        this.id = id;
        this.knowledge = knowledge;
        this.rejected = rejected;
        this.attempts = attempts;
        this.nextAttemptMs = nextAttemptMs;
        this.seenAtMs = seenAtMs;
    }

    static GroupState fresh(Uuid id, PushTracker.Knowledge knowledge, long nowMs) {
        return new GroupState(id, knowledge, false, NO_ATTEMPT, Long.MIN_VALUE, nowMs);
    }

    /** Knowledge replaced, backoff cleared. */
    GroupState with(PushTracker.Knowledge newKnowledge) {
        return new GroupState(id, newKnowledge, rejected, NO_ATTEMPT, Long.MIN_VALUE, seenAtMs);
    }

    GroupState asRejected() {
        return new GroupState(id, knowledge, true, NO_ATTEMPT, Long.MIN_VALUE, seenAtMs);
    }

    /** A push is under way: backoff kept, whatever was stored is in doubt, nobody asked before the given time. */
    GroupState inDoubtUntil(long timeMs) {
        return new GroupState(
                id, PushTracker.Knowledge.ABSENT, rejected, attempts, Math.max(nextAttemptMs, timeMs), seenAtMs);
    }

    GroupState armed(PushBackoff backoff, long nowMs) {
        int attempt = attempts + 1;
        return new GroupState(id, knowledge, rejected, attempt, nowMs + backoff.delayMs(attempt), seenAtMs);
    }

    boolean settled() {
        return rejected || knowledge == PushTracker.Knowledge.STORED;
    }

    /** Written at most once a second, so that members of one group on several event loops do not share a hot line. */
    void seen(long nowMs) {
        if (nowMs - seenAtMs >= 1_000) {
            seenAtMs = nowMs;
        }
    }

    long seenAtMs() {
        return seenAtMs;
    }
}
