package dev.topoxy.filters.plugin;

import dev.topoxy.plugin.StreamsGroupTopologyDescriptionPlugin;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.jspecify.annotations.Nullable;

/** A plugin of the product's interface that does what a test tells it, however bad. */
final class ScriptedPlugin implements StreamsGroupTopologyDescriptionPlugin {

    volatile Callable<Boolean> required = () -> false;
    volatile Callable<@Nullable CompletableFuture<Void>> set = () -> CompletableFuture.completedFuture(null);
    volatile Callable<@Nullable CompletableFuture<StreamsGroupTopologyDescription>> get =
            () -> CompletableFuture.completedFuture(null);
    volatile Callable<@Nullable CompletableFuture<Void>> delete = () -> CompletableFuture.completedFuture(null);
    volatile Callable<Boolean> close = () -> true;

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public boolean requiresTopologyPush(AuthorizableRequestContext context, String groupId, Uuid id) {
        return call(required);
    }

    @Override
    public CompletableFuture<Void> setTopology(
            AuthorizableRequestContext context, String groupId, Uuid id, StreamsGroupTopologyDescription description) {
        return call(set);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(AuthorizableRequestContext context, String groupId) {
        return call(delete);
    }

    @Override
    public CompletableFuture<@Nullable StreamsGroupTopologyDescription> getTopology(
            AuthorizableRequestContext context, String groupId, Uuid id) {
        return call(get);
    }

    @Override
    public void close() {
        call(close);
    }

    /** Throws checked exceptions, too, as code in other JVM languages does. */
    @SuppressWarnings("NullAway") // A script may return null where the interface says never.
    static <T extends @Nullable Object> T call(Callable<T> script) {
        try {
            return script.call();
        } catch (Exception e) {
            throw ScriptedPlugin.<RuntimeException>sneaky(e);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> E sneaky(Throwable e) throws E {
        throw (E) e;
    }
}
