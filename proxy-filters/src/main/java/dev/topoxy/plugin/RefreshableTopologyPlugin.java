package dev.topoxy.plugin;

import org.apache.kafka.common.Uuid;

/**
 * For plugins that remember which of a topology's descriptions is the newest. Where a group began anew and described its
 * topology differently, the description comes under an id of its own, and later heartbeats and reads ask for that id. A
 * plugin that does not implement this has the proxy remember it, which ends with the proxy's process.
 */
public interface RefreshableTopologyPlugin {

    /**
     * The id of the newest description; runs on event loops for every heartbeat and must not block.
     *
     * @param groupId the group
     * @param baseId the topology's id, see {@link PushContext#baseId}
     * @return the id under which the newest description for {@code baseId} came; {@code baseId} where there is none
     */
    Uuid newestId(String groupId, Uuid baseId);
}
