package com.example;

import dev.topoxy.plugin.TopologyDescriptionStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/** Keeps topology descriptions in memory, and tells a web hook, that of a chat room say, of each new one. */
public final class AnnouncingPlugin extends TopologyDescriptionStore {

    private record Kept(Uuid id, StreamsGroupTopologyDescription description) {}

    private final Map<String, Kept> kept = new ConcurrentHashMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private URI hook;

    /** Is given plugin.config as it stands in the file. What is thrown here ends the start, with its message. */
    @Override
    public void configure(Map<String, ?> configs) {
        Object url = configs.get("announce.url");
        if (url == null) {
            throw new ConfigException("announce.url is missing: write the address of the web hook");
        }
        hook = URI.create(url.toString());
        super.configure(configs);
    }

    /** The client is told that its push succeeded, or failed, when this completes; after a failure it is asked again. */
    @Override
    protected CompletableFuture<Void> store(
            AuthorizableRequestContext requestContext,
            String groupId,
            Uuid topologyDescriptionId,
            StreamsGroupTopologyDescription description) {
        String text = groupId + " has a new topology with "
                + description.subtopologies().size() + " sub-topologies, pushed by " + requestContext.principal();
        HttpRequest post = HttpRequest.newBuilder(hook)
                .timeout(Duration.ofSeconds(3))
                .header("Content-Type", "text/plain; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(text))
                .build();
        return http.sendAsync(post, HttpResponse.BodyHandlers.discarding()).thenAccept(answer -> {
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(hook + " answered " + answer.statusCode());
            }
            kept.put(groupId, new Kept(topologyDescriptionId, description));
        });
    }

    /** Null where nothing is kept at that id: then somebody is asked for it. */
    @Override
    protected CompletableFuture<StreamsGroupTopologyDescription> load(String groupId, Uuid topologyDescriptionId) {
        Kept found = kept.get(groupId);
        boolean current = found != null && found.id().equals(topologyDescriptionId);
        return CompletableFuture.completedFuture(current ? found.description() : null);
    }

    /** The group was deleted, or has not been seen for expiry.ms. */
    @Override
    protected CompletableFuture<Void> remove(String groupId) {
        kept.remove(groupId);
        return CompletableFuture.completedFuture(null);
    }
}
