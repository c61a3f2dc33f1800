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

    private final SectionReader topology;
    private final String store;
    private final StoreKeys keys;
    private final Faults faults;

    private StoreConfig(SectionReader topology, String store, StoreKeys keys, Faults faults) {
        this.topology = topology;
        this.store = store;
        this.keys = keys;
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
    static Map<String, String> read(
            SectionReader topology, String plugin, String clusterName, String servers, Path home, Faults faults) {
        Map<String, String> written = topology.get(Schema.PLUGIN_CONFIG).orElse(Map.of());
        Optional<StoreKeys> keys = servers.isEmpty() ? Optional.empty() : ShippedStores.keys(plugin, servers);
        if (keys.isEmpty()) {
            return written;
        }
        Map<String, String> config = new LinkedHashMap<>(written);
        if (plugin.equals(ShippedStores.FILE)) {
            config.put(FileTopologyStore.DIRECTORY, directory(written, clusterName, home));
        }
        new StoreConfig(topology, plugin, keys.get(), faults).check(written, config);
        return config;
    }

    private static String directory(Map<String, String> written, String clusterName, Path home) {
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

    private void check(Map<String, String> written, Map<String, String> config) {
        Map<String, Node.Entry> entries = topology.subsection(Schema.PLUGIN_CONFIG.name())
                .filter(Node.Mapping.class::isInstance)
                .map(node -> ((Node.Mapping) node).entries())
                .orElse(Map.of());
        boolean sound = true;
        for (Map.Entry<String, Node.Entry> entry : entries.entrySet()) {
            sound &= checkEntry(entry.getKey(), entry.getValue(), Optional.ofNullable(written.get(entry.getKey())));
        }
        if (sound) {
            keys.contradiction(config)
                    .ifPresent(problem -> faults.add(
                            topology.origin(Schema.PLUGIN_CONFIG), topology.path(Schema.PLUGIN_CONFIG), problem));
        }
    }

    private boolean checkEntry(String key, Node.Entry entry, Optional<String> value) {
        String path = topology.path(Schema.PLUGIN_CONFIG) + "." + key;
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
