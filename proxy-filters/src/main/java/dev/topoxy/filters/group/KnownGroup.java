package dev.topoxy.filters.group;

import dev.topoxy.filters.plugin.TopologyVersion;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/** What is remembered of one group. Thread-safe. */
final class KnownGroup {

    private volatile Optional<TopologyVersion> topology = Optional.empty();
    private volatile Uuid refused = Uuid.ZERO_UUID;
    private final Refresh refresh = new Refresh();
    private volatile long lastSeen;
    private boolean asking;
    private boolean askedInVain;
    private long askAgainAt;

    KnownGroup(long now) {
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

    void refuse(Uuid id) {
        refused = id;
    }

    boolean isRefused(Uuid id) {
        return refused.equals(id);
    }
}
