package dev.topoxy.productplugin;

import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;

/**
 * A plugin of the product's own interface: keeps descriptions in memory and writes a line to the file {@code
 * record.file} for each thing that happens to it. For groups whose ids start with {@code slow-}, setTopology blocks for
 * five seconds.
 */
public final class RecordingPlugin implements StreamsGroupTopologyDescriptionPlugin {

    private static final int SLOW_SECONDS = 5;

    private record Key(String group, Uuid id) {}

    private final Map<Key, StreamsGroupTopologyDescription> stored = new ConcurrentHashMap<>();
    private Path file;

    @Override
    public void configure(Map<String, ?> configs) {
        file = Path.of((String) configs.get("record.file"));
        ClassLoader own = RecordingPlugin.class.getClassLoader();
        boolean context = Thread.currentThread().getContextClassLoader() == own;
        boolean apart = own != StreamsGroupTopologyDescriptionPlugin.class.getClassLoader();
        write("configure contextLoader=" + context + " ownLoader=" + apart);
    }

    @Override
    public boolean requiresTopologyPush(AuthorizableRequestContext context, String group, Uuid id) {
        write("requires", context, group, id);
        return !stored.containsKey(new Key(group, id));
    }

    @Override
    public CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, String group, Uuid id, StreamsGroupTopologyDescription description) {
        write("set", context, group, id);
        if (group.startsWith("slow-")) {
            block();
        }
        stored.put(new Key(group, id), description);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String group) {
        write("delete", context, group, Uuid.ZERO_UUID);
        stored.keySet().removeIf(key -> key.group().equals(group));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<StreamsGroupTopologyDescription> getTopology(
            AuthorizableRequestContext context, String group, Uuid id) {
        write("get", context, group, id);
        return CompletableFuture.completedFuture(stored.get(new Key(group, id)));
    }

    @Override
    public void close() {
        write("close");
    }

    private static void block() {
        try {
            TimeUnit.SECONDS.sleep(SLOW_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(String what, AuthorizableRequestContext context, String group, Uuid id) {
        write(String.join(
                " ",
                what,
                "group=" + group,
                "id=" + id,
                "principal=" + context.principal(),
                "address=" + context.clientAddress().getHostAddress(),
                "listener=" + context.listenerName(),
                "protocol=" + context.securityProtocol(),
                "client=" + context.clientId(),
                "api=" + context.requestType(),
                "version=" + context.requestVersion(),
                "correlation=" + context.correlationId()));
    }

    private synchronized void write(String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
