package dev.topoxy.app.config;

import dev.topoxy.filters.store.FileTopologyStore;
import dev.topoxy.filters.store.ShippedStores;
import dev.topoxy.filters.store.StoreKeys;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks what is written under {@code plugin.config} for the stores that come with the product, and completes it. */
final class StoreConfig {
    /** A key that is passed on to others may be unknown here, unless it all but is one of theirs. */
    private static final int SLIP = 2;

    private static final Path DEFAULT_PARENT = Path.of("data");

    private final Path home;
    private final boolean tryOut;
    private final Faults faults;

    /**
     * @param tryOut whether files of keys that the settings name are to be read
     */
    StoreConfig(Path home, boolean tryOut, Faults faults) {
        this.home = home;
        this.tryOut = tryOut;
        this.faults = faults;
    }

    /**
     * The configuration for the plugin; of plugins that are not the product's own nothing is known.
     *
     * @param topology the section that {@code plugin.config} stands in
     * @param plugin as configured
     * @param clusterName where descriptions lie by default is named after it
     * @param servers of the cluster, with commas between; empty where they are faulty
     */
    Map<String, String> read(SectionReader topology, String plugin, String clusterName, String servers) {
        Map<String, String> written = topology.get(TopologySchema.PLUGIN_CONFIG).orElse(Map.of());
        Optional<StoreKeys> keys = servers.isEmpty() ? Optional.empty() : ShippedStores.keys(plugin, servers);
        if (keys.isEmpty()) {
            return written;
        }
        Map<String, String> config = new LinkedHashMap<>(written);
        if (plugin.equals(ShippedStores.FILE)) {
            config.put(FileTopologyStore.DIRECTORY, directory(written, clusterName));
        }
        new Check(topology, plugin, keys.get()).whole(written, config);
        return config;
    }

    private String directory(Map<String, String> written, String clusterName) {
        Optional<String> directory =
                Optional.ofNullable(written.get(FileTopologyStore.DIRECTORY)).map(String::strip);
        try {
            return home.resolve(directory.map(Path::of).orElse(DEFAULT_PARENT.resolve(clusterName)))
                    .toString();
        } catch (InvalidPathException e) {
            // The store tells what is wrong with it.
            return directory.orElse("");
        }
    }

    /** Of one store's configuration. */
    private final class Check {
        private final SectionReader topology;
        private final String store;
        private final StoreKeys keys;

        Check(SectionReader topology, String store, StoreKeys keys) {
            this.topology = topology;
            this.store = store;
            this.keys = keys;
        }

        void whole(Map<String, String> written, Map<String, String> config) {
            Map<String, Node.Entry> entries = topology.subsection(TopologySchema.PLUGIN_CONFIG.name())
                    .filter(Node.Mapping.class::isInstance)
                    .map(node -> ((Node.Mapping) node).entries())
                    .orElse(Map.of());
            boolean sound = true;
            for (Map.Entry<String, Node.Entry> entry : entries.entrySet()) {
                sound &= entry(entry.getKey(), entry.getValue(), Optional.ofNullable(written.get(entry.getKey())));
            }
            if (!sound) {
                return;
            }
            Origin origin = topology.origin(TopologySchema.PLUGIN_CONFIG);
            String path = topology.path(TopologySchema.PLUGIN_CONFIG);
            Optional<String> contradiction = keys.contradiction(config);
            contradiction.ifPresent(problem -> faults.add(origin, path, problem));
            if (contradiction.isEmpty() && tryOut) {
                keys.unusable(config)
                        .forEach((key, problem) -> faults.add(
                                entries.containsKey(key)
                                        ? entries.get(key).value().origin()
                                        : origin,
                                path + "." + key,
                                problem));
            }
        }

        private boolean entry(String key, Node.Entry entry, Optional<String> value) {
            String path = topology.path(TopologySchema.PLUGIN_CONFIG) + "." + key;
            if (!keys.isKnown(key)) {
                List<String> names = keys.namesBeside(key);
                Optional<String> suggestion =
                        keys.isPassedOn(key) ? Suggestion.closest(key, names, SLIP) : Suggestion.closest(key, names);
                if (suggestion.isPresent() || !keys.isPassedOn(key)) {
                    faults.add(
                            entry.key(),
                            path,
                            "is not a setting of the " + store + " store: " + Suggestion.text(suggestion, names));
                    return false;
                }
            }
            Optional<String> problem = value.flatMap(text -> keys.problem(key, text));
            problem.ifPresent(text -> faults.add(entry.value().origin(), path, text));
            return value.isPresent() && problem.isEmpty();
        }
    }
}
