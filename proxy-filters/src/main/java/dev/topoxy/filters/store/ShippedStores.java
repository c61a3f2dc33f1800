package dev.topoxy.filters.store;

import dev.topoxy.filters.store.kafka.KafkaTopologyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The short names of the stores that come with the product: all there are, in one place. */
public final class ShippedStores {

    /** What is used where nothing is configured. */
    public static final String MEMORY = "memory";

    private static final Map<String, Function<String, HistoryStore>> BY_NAME = new TreeMap<>(Map.of(
            MEMORY,
            servers -> new MemoryTopologyStore(),
            "file",
            servers -> new FileTopologyStore(),
            "kafka",
            KafkaTopologyStore::new));

    private ShippedStores() {}

    /**
     * A store that is not configured yet; empty where no store has the name.
     *
     * @param bootstrapServers of the cluster that the store is for
     */
    public static Optional<HistoryStore> create(String name, String bootstrapServers) {
        return Optional.ofNullable(BY_NAME.get(name)).map(store -> store.apply(bootstrapServers));
    }

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }
}
