package dev.topoxy.filters;

import dev.topoxy.filters.store.ShippedStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How topology descriptions are served for one cluster.
 *
 * @param plugin one of {@link ShippedStores}, or the name of a class that implements the product's or Kafka 4.4's plugin interface
 * @param pluginsDirectory where plugin jars lie: each jar, or each directory of jars, gets a class loader of its own
 * @param pluginConfig passed to the plugin's {@code configure}
 * @param maxBytes the largest description accepted, in bytes; 0 for no limit
 * @param nativeMode what to do before brokers that speak KIP-1331 themselves
 * @param pluginTimeout how long a call of the plugin may take before its caller is answered without it
 * @param pluginThreads threads for set, get and delete calls
 * @param pluginQueue calls that may wait for a thread; more are refused
 * @param refresh when groups are asked again for what is stored
 * @param describeTopics who is given a description
 */
public record TopologyDescriptionSettings(
        String plugin,
        Optional<Path> pluginsDirectory,
        Map<String, String> pluginConfig,
        int maxBytes,
        NativeMode nativeMode,
        Duration pluginTimeout,
        int pluginThreads,
        int pluginQueue,
        RefreshMode refresh,
        DescribeTopics describeTopics) {

    /** The name of the setting for {@link #maxBytes()} in the KIP and in messages to clients. */
    public static final String MAX_BYTES_NAME = "group.streams.topology.description.max.bytes";

    /** The KIP's default for {@code group.streams.topology.description.max.bytes}. */
    public static final int DEFAULT_MAX_BYTES = 358_400;

    public static final Duration DEFAULT_PLUGIN_TIMEOUT = Duration.ofSeconds(10);
    public static final int DEFAULT_PLUGIN_THREADS = 4;
    public static final int DEFAULT_PLUGIN_QUEUE = 256;

    public TopologyDescriptionSettings {
        pluginConfig = Map.copyOf(pluginConfig);
    }

    /** The memory store with the defaults of everything else. */
    public static TopologyDescriptionSettings memory() {
        return new TopologyDescriptionSettings(
                ShippedStores.MEMORY,
                Optional.empty(),
                Map.of(),
                DEFAULT_MAX_BYTES,
                NativeMode.AUTO,
                DEFAULT_PLUGIN_TIMEOUT,
                DEFAULT_PLUGIN_THREADS,
                DEFAULT_PLUGIN_QUEUE,
                RefreshMode.ON_RESTART,
                DescribeTopics.GROUP);
    }
}
