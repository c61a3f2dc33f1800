package dev.topoxy.plugin;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Keeps, forwards or shows the topology descriptions that Kafka Streams applications push. The interface of KIP-1331;
 * a class that implements it needs a public constructor without arguments.
 *
 * <p>Life: constructor, {@link #configure} once, calls from many threads at once, {@link #close} once. The thread's
 * context class loader is the plugin's own during each call. Most plugins do better to extend
 * {@link TopologyDescriptionStore}, which decides whom to ask and when.
 *
 * <p>An id stands for one version of a group's topology. It is opaque, the same in every proxy of a fleet, and
 * changes whenever the topology does.
 */
public interface StreamsGroupTopologyDescriptionPlugin extends Configurable, AutoCloseable {

    /**
     * Decides on each heartbeat of a member whether that member is to push its description. Runs on an event loop that
     * serves many clients: it must neither block nor take longer than a few microseconds. What has to be looked up
     * elsewhere is looked up in the background while the answer stays false. An exception counts as false.
     *
     * @param requestContext who sent the heartbeat
     * @param groupId the member's group
     * @param topologyDescriptionId the version that the group runs now
     */
    boolean requiresTopologyPush(AuthorizableRequestContext requestContext, String groupId, Uuid topologyDescriptionId);

    /**
     * Takes a description that a member pushed. Several members may push the same one at once, with equal content for
     * equal group and id. May block within the configured timeout; runs on one of few threads.
     *
     * @param requestContext who pushed it
     * @param groupId the member's group
     * @param topologyDescriptionId the version that is described
     * @param description what was pushed; immutable
     * @return completes once the description is safe. Fails with
     *     {@link org.apache.kafka.common.errors.InvalidRequestException} where its content makes no sense (the client
     *     is answered INVALID_REQUEST with that message), with {@link TopologyDescriptionTooLargeException} where it
     *     is larger than this plugin stores; any other failure counts as the plugin's own
     */
    CompletableFuture<Void> setTopology(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid topologyDescriptionId,
            StreamsGroupTopologyDescription description);

    /**
     * Drops what is stored for a group that was deleted. A failure is logged and has no other effect. Groups that just
     * end are not reported here: let their descriptions expire.
     */
    CompletableFuture<Void> deleteTopology(AuthorizableRequestContext requestContext, String groupId);

    /**
     * Reads the description of a version, for a client that describes the group.
     *
     * @param requestContext who describes the group
     * @param groupId the group
     * @param topologyDescriptionId the version that the group runs now
     * @return the description, or null where none is stored at that id; fails where it cannot be read
     */
    CompletableFuture<@Nullable StreamsGroupTopologyDescription> getTopology(
            AuthorizableRequestContext requestContext, String groupId, Uuid topologyDescriptionId);
}
