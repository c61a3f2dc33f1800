package dev.topoxy.testplugin;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescriptionPlugin;
import org.apache.kafka.coordinator.group.api.streams.StreamsTopologyDescriptionPermanentFailureException;
import org.apache.kafka.coordinator.group.api.streams.StreamsTopologyDescriptionTransientFailureException;

/**
 * A topology description plugin as a Kafka 4.4 broker takes it: keeps descriptions in memory, and misbehaves for groups
 * whose ids start with
 *
 * <pre>
 * fail-permanent-  setTopology's future fails for good
 * fail-transient-  setTopology's future fails for now
 * invalid-         setTopology's future fails with InvalidRequestException
 * throw-           setTopology throws
 * null-            setTopology returns null
 * never-           setTopology's future never completes
 * slow-            setTopology's future completes after three seconds
 * block-           setTopology blocks its caller for three seconds
 * get-fail-        getTopology's future fails
 * get-throw-       getTopology throws
 * get-null-        getTopology returns null
 * get-empty-       getTopology's future holds null, as if nothing were stored
 * get-never-       getTopology's future never completes
 * get-slow-        getTopology's future completes after three seconds
 * delete-fail-     deleteTopology's future fails
 * delete-throw-    deleteTopology throws
 * </pre>
 */
public final class SteerablePlugin implements StreamsGroupTopologyDescriptionPlugin {

    private static final int SLOW_SECONDS = 3;

    private record Stored(int epoch, StreamsGroupTopologyDescription description) {}

    private final Map<String, Stored> stored = new ConcurrentHashMap<>();

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public CompletableFuture<Void> setTopology(String group, int epoch, StreamsGroupTopologyDescription description) {
        if (group.startsWith("fail-permanent-")) {
            return failed(new StreamsTopologyDescriptionPermanentFailureException("refused for good"));
        }
        if (group.startsWith("fail-transient-")) {
            return failed(new StreamsTopologyDescriptionTransientFailureException("not now"));
        }
        if (group.startsWith("invalid-")) {
            return failed(new InvalidRequestException("not to my taste"));
        }
        if (group.startsWith("throw-")) {
            throw new IllegalStateException("thrown by setTopology");
        }
        if (group.startsWith("null-")) {
            return null;
        }
        if (group.startsWith("never-")) {
            return new CompletableFuture<>();
        }
        if (group.startsWith("block-")) {
            block();
        }
        stored.put(group, new Stored(epoch, description));
        return group.startsWith("slow-") ? later(null) : CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> deleteTopology(String group) {
        if (group.startsWith("delete-fail-")) {
            return failed(new IllegalStateException("failed by deleteTopology"));
        }
        if (group.startsWith("delete-throw-")) {
            throw new IllegalStateException("thrown by deleteTopology");
        }
        stored.remove(group);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<StreamsGroupTopologyDescription> getTopology(String group, int epoch) {
        if (group.startsWith("get-fail-")) {
            return failed(new IllegalStateException("failed by getTopology"));
        }
        if (group.startsWith("get-throw-")) {
            throw new IllegalStateException("thrown by getTopology");
        }
        if (group.startsWith("get-null-")) {
            return null;
        }
        if (group.startsWith("get-never-")) {
            return new CompletableFuture<>();
        }
        Stored found = stored.get(group);
        boolean known = found != null && found.epoch() == epoch && !group.startsWith("get-empty-");
        StreamsGroupTopologyDescription answer = known ? found.description() : null;
        return group.startsWith("get-slow-") ? later(answer) : CompletableFuture.completedFuture(answer);
    }

    @Override
    public void close() {
        stored.clear();
    }

    private static <T> CompletableFuture<T> failed(Throwable cause) {
        return CompletableFuture.failedFuture(cause);
    }

    private static <T> CompletableFuture<T> later(T value) {
        return new CompletableFuture<T>().completeOnTimeout(value, SLOW_SECONDS, TimeUnit.SECONDS);
    }

    private static void block() {
        try {
            TimeUnit.SECONDS.sleep(SLOW_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
