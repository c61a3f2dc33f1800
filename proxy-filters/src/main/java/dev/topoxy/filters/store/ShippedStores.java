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

    /** Keeps files in a directory. */
    public static final String FILE = "file";

    /** Keeps records in a topic. */
    public static final String KAFKA = "kafka";

    private static final Map<String, Shipped> BY_NAME = new TreeMap<>(Map.of(
            MEMORY,
            new Shipped(servers -> new MemoryTopologyStore(), servers -> StoreKeys.of(HistoryStore.configDef())),
            FILE,
            new Shipped(servers -> new FileTopologyStore(), servers -> FileTopologyStore.keys()),
            KAFKA,
            new Shipped(KafkaTopologyStore::new, KafkaTopologyStore::keys)));

    private ShippedStores() {}

    /**
     * A store that is not configured yet; empty where no store has the name.
     *
     * @param bootstrapServers of the cluster that the store is for
     */
    public static Optional<HistoryStore> create(String name, String bootstrapServers) {
        return Optional.ofNullable(BY_NAME.get(name))
                .map(store -> store.create().apply(bootstrapServers));
    }

    /** What the configuration of that store may hold; the parameters as for {@link #create}. */
    public static Optional<StoreKeys> keys(String name, String bootstrapServers) {
        return Optional.ofNullable(BY_NAME.get(name)).map(store -> store.keys().apply(bootstrapServers));
    }

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** One of them, made from the bootstrap servers of its cluster. */
    private record Shipped(Function<String, HistoryStore> create, Function<String, StoreKeys> keys) {}
}
