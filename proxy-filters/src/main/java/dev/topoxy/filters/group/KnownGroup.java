package dev.topoxy.filters.group;

import dev.topoxy.filters.plugin.TopologyVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.Uuid;

/** What is remembered of one group. Thread-safe. */
final class KnownGroup {

    /** Longer than a member's session timeout: who was not seen for that long is no member. */
    private static final long MEMBER_NANOS = Duration.ofMinutes(5).toNanos();

    private static final int MOST_REASON_CHARS = 500;

    private final long firstSeen;
    private final MembersSeen members = new MembersSeen();
    private volatile boolean canPush;
    private volatile OptionalLong asked = OptionalLong.empty();
    private volatile Optional<String> refusal = Optional.empty();
    private volatile Optional<Outline> outline = Optional.empty();

    private volatile Optional<TopologyVersion> topology = Optional.empty();
    private volatile Uuid refused = Uuid.ZERO_UUID;
    private final Refresh refresh = new Refresh();
    private volatile long lastSeen;
    private boolean asking;
    private boolean askedInVain;
    private long askAgainAt;

    KnownGroup(long now) {
        firstSeen = now;
        lastSeen = now;
    }

    Optional<TopologyVersion> topology() {
        return topology;
    }

    void seen(long now) {
        lastSeen = now;
    }

    long unseenNanos(long now) {
        return now - lastSeen;
    }

    synchronized void learn(TopologyVersion current) {
        asking = false;
        askedInVain = false;
        if (!topology.equals(Optional.of(current))) {
            topology = Optional.of(current);
        }
    }

    synchronized boolean startAsking(long now) {
        if (asking || topology.isPresent() || (askedInVain && now - askAgainAt < 0)) {
            return false;
        }
        asking = true;
        return true;
    }

    synchronized void askingFailed(long notBefore) {
        asking = false;
        askedInVain = true;
        askAgainAt = notBefore;
    }

    Refresh refresh() {
        return refresh;
    }

    /** A member sent a heartbeat that the broker accepted. */
    void heartbeat(String memberId, boolean memberCanPush, long now) {
        members.seen(memberId, now);
        if (memberCanPush) {
            canPush = true;
        }
    }

    void left(String memberId) {
        members.left(memberId);
    }

    void asked(long now) {
        asked = OptionalLong.of(now);
    }

    /** A push has ended: taken, or refused for that reason. */
    void pushed(Optional<String> reason) {
        asked = OptionalLong.empty();
        refusal = reason.map(text -> text.substring(0, Math.min(text.length(), MOST_REASON_CHARS)));
    }

    /** Returns by how many characters the text held has grown. */
    synchronized long outline(Outline told) {
        long before = outlineChars();
        outline = Optional.of(told);
        return outlineChars() - before;
    }

    long outlineChars() {
        return outline.map(Outline::chars).orElse(0L);
    }

    GroupView view(String groupId, long now) {
        OptionalLong askedAt = asked;
        return new GroupView(
                groupId,
                topology,
                Duration.ofNanos(now - firstSeen),
                Duration.ofNanos(now - lastSeen),
                members.since(now - MEMBER_NANOS),
                canPush,
                askedAt.isPresent() ? Optional.of(Duration.ofNanos(now - askedAt.getAsLong())) : Optional.empty(),
                refusal,
                outline);
    }

    void refuse(Uuid id) {
        refused = id;
    }

    boolean isRefused(Uuid id) {
        return refused.equals(id);
    }
}
