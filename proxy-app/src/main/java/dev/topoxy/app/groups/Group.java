package dev.topoxy.app.groups;

import dev.topoxy.filters.group.Outline;
import java.time.Instant;
import java.util.Optional;

/**
 * A group as it is shown. Ids and reasons may hold text from clients.
 *
 * @param reason why it is in that state
 * @param topologyDescriptionId of the description, or of the one that is waited for
 * @param topologyEpoch of the description, or of the group
 * @param firstSeen when this proxy saw the group first; empty where it has not since it started
 * @param lastSeen when this proxy, or whoever shares its store, saw the group last
 * @param members members that sent heartbeats through this proxy lately
 * @param facts what its description holds, where one is stored
 * @param outline what its join told, where it cannot push
 */
public record Group(
        String id,
        GroupState state,
        String reason,
        Optional<String> topologyDescriptionId,
        Optional<Integer> topologyEpoch,
        Optional<Instant> firstSeen,
        Optional<Instant> lastSeen,
        int members,
        Optional<Facts> facts,
        Optional<Outline> outline) {}
