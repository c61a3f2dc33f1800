package dev.topoxy.plugin;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * Who pushed a description, and for which topology: the context that the proxy hands to
 * {@link StreamsGroupTopologyDescriptionPlugin#setTopology} implements it.
 */
public interface PushContext extends AuthorizableRequestContext {

    /** The member of the group that pushed. */
    String memberId();

    /** The topology epoch that the member described. */
    int topologyEpoch();

    /**
     * The id that every proxy derives from the topology as the broker knows it. The id that the description comes under
     * differs from it where a group that began anew described the same topology differently.
     */
    Uuid baseId();
}
