package dev.topoxy.filters.plugin;

import dev.topoxy.filters.store.TopologyHistory;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * The configured plugin as the flow sees it. No method throws or blocks, whatever the plugin does; every future
 * completes within the plugin timeout. Called on event loops; futures may complete on any thread.
 */
public interface TopologyDescriptionService extends AutoCloseable {

    /**
     * Whether the member that sent this heartbeat is to push its description; false where the plugin fails.
     *
     * @param joined whether the member was seen to join, so that its group may be new
     */
    boolean requiresTopologyPush(AuthorizableRequestContext context, TopologyVersion topology, boolean joined);

    /**
     * Hands a pushed description to the plugin.
     *
     * @return fails with an {@link org.apache.kafka.common.errors.ApiException} whose error code and message are the
     *     answer to the client: INVALID_REQUEST or STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED
     */
    CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description);

    /** Whether {@link #refreshTopology} has a meaning to the plugin. */
    boolean canRefresh();

    /**
     * Hands over a description of a group that began anew, in place of what is stored for the same version. Where it
     * differs, the plugin gets it under an id of its own; where it does not, the plugin is spared.
     *
     * @return fails as {@link #setTopology} does
     */
    CompletableFuture<Void> refreshTopology(
            AuthorizableRequestContext context, TopologyVersion topology, StreamsGroupTopologyDescription description);

    /** What is kept of the groups, if the plugin is a store that shows it. */
    Optional<TopologyHistory> history();

    /** What the plugin has stored at that version; fails where the plugin does, also when it returned null for a future. */
    CompletableFuture<Optional<StreamsGroupTopologyDescription>> getTopology(
            AuthorizableRequestContext context, TopologyVersion topology);

    /** The group was deleted. */
    CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId);

    /** Closes the plugin; calls under way are given up. */
    @Override
    void close();
}
