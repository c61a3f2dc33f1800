package dev.topoxy.filters.plugin;

import org.apache.kafka.common.Uuid;

/**
 * One version of a group's topology.
 *
 * @param groupId the streams group
 * @param epoch the topology epoch that the group coordinator knows
 * @param id the TopologyDescriptionId: changes whenever the topology does, and is the same in every proxy of a fleet
 */
public record TopologyVersion(String groupId, int epoch, Uuid id) {}
