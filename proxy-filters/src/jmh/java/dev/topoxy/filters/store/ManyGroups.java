package dev.topoxy.filters.store;

import dev.topoxy.filters.description.DescriptionDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;

/** Descriptions of 50 nodes, as stores find them when they start. */
public final class ManyGroups {

    private static final int NODES = 50;

    private ManyGroups() {}

    public static GroupDocument document(String group, Uuid id) {
        List<StreamsGroupTopologyDescription.Node> nodes = IntStream.range(0, NODES)
                .<StreamsGroupTopologyDescription.Node>mapToObj(i -> new StreamsGroupTopologyDescription.Processor(
                        group + "-aggregate-" + i, Set.of(group + "-map-" + (i + 1)), Set.of("store-" + i)))
                .toList();
        var description = new StreamsGroupTopologyDescription(
                List.of(new StreamsGroupTopologyDescription.Subtopology("0", nodes)), List.of());
        String digest = DescriptionDigest.of(description);
        return new GroupDocument(
                group,
                Instant.now(),
                List.of(new DescriptionVersion(id, id, 0, Instant.now(), "m", "c", "User:a", digest, description)));
    }

    /** Without fsync, for which there is no patience. */
    public static void write(Path directory, GroupDocument document) throws IOException {
        Files.write(
                directory.resolve(GroupFileName.of(document.groupId())), GroupDocumentJson.write(document));
    }

    /** As a record's value. */
    public static Optional<byte[]> json(GroupDocument document) {
        return Optional.of(GroupDocumentJson.write(document));
    }
}
