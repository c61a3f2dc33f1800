package dev.topoxy.filters.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/**
 * All that is kept of one group.
 *
 * @param groupId the group
 * @param lastSeen when the group is known to have been alive; may lag behind
 * @param versions its last distinct descriptions, newest first; at least one
 */
public record GroupDocument(String groupId, Instant lastSeen, List<DescriptionVersion> versions) {

    public GroupDocument {
        versions = List.copyOf(versions);
        if (versions.isEmpty()) {
            throw new IllegalArgumentException("no version");
        }
    }

    /** A group's first description. */
    static GroupDocument of(String groupId, DescriptionVersion first) {
        return new GroupDocument(groupId, first.storedAt(), List.of(first));
    }

    /** The newest version. */
    public DescriptionVersion current() {
        return versions.get(0);
    }

    /** The newest version under that id. */
    public Optional<DescriptionVersion> at(Uuid id) {
        return versions.stream().filter(version -> version.id().equals(id)).findFirst();
    }

    /**
     * The document after another push. What describes the same as the newest version replaces that one's id and no more.
     *
     * @param keep the most versions to have then, at least 1
     */
    public GroupDocument with(DescriptionVersion version, int keep) {
        List<DescriptionVersion> after = new ArrayList<>(versions);
        if (version.digest().equals(current().digest())) {
            after.set(0, current().under(version));
        } else {
            after.add(0, version);
        }
        return new GroupDocument(
                groupId, later(lastSeen, version.storedAt()), after.subList(0, Math.min(keep, after.size())));
    }

    /**
     * This document, written by somebody who did not know the earlier one, with what only that one has. Its newest version
     * stays the newest, unless the earlier one has a newer in place of it.
     *
     * @param keep the most versions to have then, but for those it has already
     */
    public GroupDocument mergedWith(GroupDocument earlier, int keep) {
        boolean outdated = earlier.versions.stream().skip(1).anyMatch(current()::isSameAs);
        List<DescriptionVersion> all = new ArrayList<>(versions);
        all.addAll(earlier.versions);
        all.sort(Comparator.comparing(DescriptionVersion::storedAt).reversed());
        List<DescriptionVersion> merged = new ArrayList<>(List.of(outdated ? earlier.current() : current()));
        for (DescriptionVersion version : all) {
            DescriptionVersion newer = merged.get(merged.size() - 1);
            boolean sameAgain = version.digest().equals(newer.digest());
            if (!sameAgain && merged.stream().noneMatch(version::isSameAs)) {
                merged.add(version);
            }
        }
        int most = Math.max(keep, versions.size());
        return new GroupDocument(
                groupId, later(lastSeen, earlier.lastSeen), merged.subList(0, Math.min(most, merged.size())));
    }

    /** Without a part of its oldest versions; the newest stays. */
    public GroupDocument shortened() {
        int rest = versions.size() - Math.max(1, versions.size() / 4);
        return new GroupDocument(groupId, lastSeen, versions.subList(0, Math.max(1, rest)));
    }

    /** The document of a group that was alive then. */
    public GroupDocument seen(Instant when) {
        return new GroupDocument(groupId, later(lastSeen, when), versions);
    }

    /** What a store remembers of it. */
    public GroupSummary summary() {
        return new GroupSummary(
                groupId, lastSeen, current().id(), current().baseId(), current().digest());
    }

    private static Instant later(Instant one, Instant other) {
        return other.isAfter(one) ? other : one;
    }
}
