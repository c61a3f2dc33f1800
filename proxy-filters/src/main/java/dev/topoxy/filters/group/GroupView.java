package dev.topoxy.filters.group;

import dev.topoxy.filters.plugin.TopologyVersion;
import java.time.Duration;
import java.util.Optional;

/**
 * What this proxy has seen of a group, for showing it. Ids and reasons may hold text from clients.
 *
 * @param topology the group's topology, where it is known
 * @param firstSeen how long ago this proxy saw the group first
 * @param lastSeen how long ago this proxy saw the group last
 * @param members members that sent heartbeats through this proxy lately
 * @param canPush whether a member speaks the version in which it can be asked to push
 * @param asked how long ago a member was asked to push, if one was since the last push was taken or refused
 * @param refusal why the last push was refused, if none was taken since
 * @param outline what a client that cannot push told of its topology
 */
public record GroupView(
        String groupId,
        Optional<TopologyVersion> topology,
        Duration firstSeen,
        Duration lastSeen,
        int members,
        boolean canPush,
        Optional<Duration> asked,
        Optional<String> refusal,
        Optional<Outline> outline) {}
