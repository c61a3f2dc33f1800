package dev.topoxy.filters.store.kafka;

import dev.topoxy.filters.store.GroupDocument;
import dev.topoxy.filters.store.ManyGroups;
import dev.topoxy.filters.store.TopologyHistory;
import java.util.OptionalLong;

/** A kafka store that has read its topic, without a broker. */
public final class FilledTopic {

    private FilledTopic() {}

    /** Has the store read one more record. */
    public static void read(TopologyHistory store, GroupDocument document, long offset) {
        ((KafkaTopologyStore) store)
                .held()
                .read(new TopicRecord(
                        "topology:" + document.groupId(),
                        ManyGroups.json(document),
                        0,
                        offset,
                        0,
                        OptionalLong.empty()));
    }
}
