package dev.topoxy.app.config;

import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.TopologyDescriptionSettings;
import dev.topoxy.filters.lineage.OpenLineageSettings;
import dev.topoxy.filters.store.ShippedStores;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The part of the schema that is about topology descriptions: who keeps them, who sees them, where else they go. */
final class TopologySchema {
    private static final int MOST_MS = 3_600_000;

    static final String TOPOLOGY = "topology.description";
    static final String OPENLINEAGE = "openlineage";

    static final Key<String> PLUGIN = Key.of(
                    "group.streams.topology.description.class",
                    Types.PLUGIN,
                    ShippedStores.MEMORY,
                    "What keeps topology descriptions: `memory` (nothing survives a restart), `file` (a directory), "
                            + "`kafka` (a topic of the cluster), see [stores.md](stores.md); `none` (the proxy changes nothing but addresses), or the class "
                            + "of a plugin for Topoxy or for Kafka 4.4.")
            .alsoNamed("group.streams.topology.description.plugin.class");
    static final Key<Integer> MAX_BYTES = Key.of(
            "group.streams.topology.description.max.bytes",
            Types.integer("a size in bytes", 0, Integer.MAX_VALUE),
            String.valueOf(TopologyDescriptionSettings.DEFAULT_MAX_BYTES),
            "The largest description accepted, in bytes; 0 for no limit.");
    static final Key<NativeMode> NATIVE = Key.of(
            "native",
            Types.oneOf(NativeMode.class),
            "auto",
            "Before brokers of Kafka 4.4 and newer: `auto` serves where the broker has no plugin, `always-proxy` serves "
                    + "always, `never` leaves such brokers alone.");
    static final Key<DescribeTopics> DESCRIBE_TOPICS = Key.of(
            "describe.topics",
            Types.oneOf(DescribeTopics.class),
            "group",
            "Who is given a description: `group`, who may describe the group, as with Kafka 4.4; `authorized`, of those only "
                    + "who may also describe every topic that the description names.");
    static final Key<RefreshMode> REFRESH = Key.of(
            "refresh",
            Types.oneOf(RefreshMode.class),
            "on-restart",
            "Whether an application is asked once more for its description when it starts after its group was empty: "
                    + "`on-restart` or `never`, see [stores.md](stores.md).");
    static final Key<Path> PLUGINS_DIRECTORY = Key.of(
            "plugins.directory",
            Types.DIRECTORY,
            "plugins",
            "Where plugin jars lie, each jar or directory of jars on its own class loader. A relative path starts at the "
                    + "directory Topoxy is installed in.");
    static final Key<Duration> PLUGIN_TIMEOUT = Key.of(
            "plugin.timeout.ms",
            Types.millis(1, MOST_MS),
            String.valueOf(TopologyDescriptionSettings.DEFAULT_PLUGIN_TIMEOUT.toMillis()),
            "How long the plugin may take before a client is answered without it.");
    static final Key<Integer> PLUGIN_THREADS = Key.of(
            "plugin.threads",
            Types.integer("a number of threads", 1, 1024),
            String.valueOf(TopologyDescriptionSettings.DEFAULT_PLUGIN_THREADS),
            "Threads that call the plugin.");
    static final Key<Integer> PLUGIN_QUEUE = Key.of(
            "plugin.queue",
            Types.integer("a number of calls", 1, 1_000_000),
            String.valueOf(TopologyDescriptionSettings.DEFAULT_PLUGIN_QUEUE),
            "Calls that may wait for such a thread; more are refused.");
    static final Key<Map<String, String>> PLUGIN_CONFIG = Key.optional(
            "plugin.config",
            Types.TEXT_MAP,
            "empty",
            "Passed to the plugin's `configure` as it stands; the keys of the stores are in [stores.md](stores.md).");

    static final Key<URI> OPENLINEAGE_URL = Key.required(
            "url", Types.HTTP_URL, "Receives each event by POST, like `https://catalog.example:5000/api/v1/lineage`.");
    static final Key<String> OPENLINEAGE_TOKEN = Key.optional(
            "token",
            Types.TOKEN,
            "none",
            "Sent as bearer token; best written as `${VARIABLE}`. It is never logged. Use it with https only.");
    static final Key<String> OPENLINEAGE_NAMESPACE = Key.optional(
            "namespace",
            Types.NAMESPACE,
            "`kafka://` and the first of `bootstrap.servers`",
            "The namespace of the jobs, which are the groups.");
    static final Key<String> OPENLINEAGE_DATASET_NAMESPACE = Key.optional(
            "dataset.namespace",
            Types.NAMESPACE,
            "`kafka://` and the first of `bootstrap.servers`",
            "The namespace of the datasets, which are the topics: write what other producers of lineage write.");
    static final Key<Duration> OPENLINEAGE_TIMEOUT = Key.of(
            "timeout.ms",
            Types.millis(1, MOST_MS),
            String.valueOf(OpenLineageSettings.DEFAULT_TIMEOUT.toMillis()),
            "How long the receiver may take to answer one event.");
    static final Key<Integer> OPENLINEAGE_QUEUE = Key.of(
            "queue",
            Types.integer("a number of groups", 1, 1_000_000),
            String.valueOf(OpenLineageSettings.DEFAULT_QUEUE),
            "Groups whose newest description may wait to be sent; beyond that the longest waiting is dropped.");

    static final Section TOPOLOGY_DESCRIPTION = new Section(
            "clusters[].topology.description",
            "How topology descriptions are served.",
            List.of(
                    PLUGIN,
                    MAX_BYTES,
                    NATIVE,
                    REFRESH,
                    DESCRIBE_TOPICS,
                    PLUGINS_DIRECTORY,
                    PLUGIN_TIMEOUT,
                    PLUGIN_THREADS,
                    PLUGIN_QUEUE,
                    PLUGIN_CONFIG),
            List.of(OPENLINEAGE));
    static final Section OPENLINEAGE_EVENTS = new Section(
            "clusters[].topology.description.openlineage",
            "Sends descriptions on to a data catalog; see [OpenLineage](openlineage.md).",
            List.of(
                    OPENLINEAGE_URL,
                    OPENLINEAGE_TOKEN,
                    OPENLINEAGE_NAMESPACE,
                    OPENLINEAGE_DATASET_NAMESPACE,
                    OPENLINEAGE_TIMEOUT,
                    OPENLINEAGE_QUEUE),
            List.of());

    private TopologySchema() {}
}
