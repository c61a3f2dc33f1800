package dev.topoxy.store;

import dev.topoxy.filters.store.DescriptionVersion;
import dev.topoxy.filters.store.StoreLag;
import dev.topoxy.filters.store.kafka.KafkaTopologyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;

/** A kafka store as one proxy has it, called as the proxy calls it. */
final class StoreUnderTest implements AutoCloseable {

    private final KafkaTopologyStore store;

    private StoreUnderTest(KafkaTopologyStore store) {
        this.store = store;
    }

    /** On that topic of the cluster, with more settings in pairs. */
    static StoreUnderTest open(String bootstrap, String topic, String... settings) {
        Map<String, String> all = new HashMap<>(Map.of("topic", topic));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        KafkaTopologyStore store = new KafkaTopologyStore(bootstrap);
        try {
            store.configure(all);
            return new StoreUnderTest(store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    CompletableFuture<Void> pushing(String group, Uuid id, StreamsGroupTopologyDescription description) {
        return store.setTopology(SomeClient.ALICE, group, id, description);
    }

    void push(String group, Uuid id, StreamsGroupTopologyDescription description) throws Exception {
        pushing(group, id, description).get(30, TimeUnit.SECONDS);
    }

    Optional<StreamsGroupTopologyDescription> get(String group, Uuid id) throws Exception {
        return Optional.ofNullable(
                store.getTopology(SomeClient.ALICE, group, id).get(30, TimeUnit.SECONDS));
    }

    void delete(String group) throws Exception {
        store.deleteTopology(SomeClient.ALICE, group).get(30, TimeUnit.SECONDS);
    }

    /** What a heartbeat is answered. */
    boolean asks(String group, Uuid id) {
        return store.requiresTopologyPush(SomeClient.ALICE, group, id);
    }

    int versions(String group) {
        return store.document(group).map(document -> document.versions().size()).orElse(0);
    }

    /** The digests of the group's descriptions, newest first. */
    List<String> history(String group) {
        return store.document(group)
                .map(document -> document.versions().stream()
                        .map(DescriptionVersion::digest)
                        .toList())
                .orElse(List.of());
    }

    int groups() {
        return store.groups().size();
    }

    StoreLag lag() {
        return store.lag().orElseThrow();
    }

    /** A chain of processors whose names begin with the given one. */
    static StreamsGroupTopologyDescription description(String name, int processors) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(new Source("KSTREAM-SOURCE-0000000000", Set.of(name + "-input"), Set.of(name + 0)));
        for (int i = 0; i < processors; i++) {
            Set<String> next = i + 1 < processors ? Set.of(name + (i + 1)) : Set.of();
            nodes.add(new Processor(name + i, Set.of(name + "-store-" + i), next));
        }
        return new StreamsGroupTopologyDescription(List.of(new Subtopology("0", nodes)), List.of());
    }

    @Override
    public void close() {
        store.close();
    }
}
