package dev.topoxy.filters.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The short names of the stores that come with the product: all there are, in one place. */
public final class ShippedStores {

    /** What is used where nothing is configured. */
    public static final String MEMORY = "memory";

    private static final Map<String, Supplier<HistoryStore>> BY_NAME =
            new TreeMap<>(Map.of(MEMORY, MemoryTopologyStore::new, "file", FileTopologyStore::new));

    private ShippedStores() {}

    /** A store that is not configured yet; empty where no store has the name. */
    public static Optional<HistoryStore> create(String name) {
        return Optional.ofNullable(BY_NAME.get(name)).map(Supplier::get);
    }

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }
}
