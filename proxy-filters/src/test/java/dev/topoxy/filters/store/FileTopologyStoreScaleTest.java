package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.testplugins.PushedBy;
import dev.topoxy.filters.testplugins.TestClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 10,000 groups of 50 nodes: start, heap, and the cost of a heartbeat. */
class FileTopologyStoreScaleTest {

    private static final int GROUPS = 10_000;
    private static final int NODES = 50;

    @TempDir
    Path temporary;

    private static StreamsGroupTopologyDescription description(int group) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(new Source("KSTREAM-SOURCE-0000000000", Set.of("orders-" + group), Set.of("KSTREAM-1")));
        for (int i = 1; i < NODES - 1; i++) {
            nodes.add(new Processor(
                    "KSTREAM-PROCESSOR-000000000" + i,
                    Set.of("KSTREAM-AGGREGATE-STATE-STORE-000000000" + i),
                    Set.of("KSTREAM-PROCESSOR-000000000" + (i + 1))));
        }
        nodes.add(new Sink("KSTREAM-SINK-00000000050", Optional.of("totals-" + group), Set.of()));
        return new StreamsGroupTopologyDescription(List.of(new Subtopology("0", nodes)), List.of());
    }

    private static String group(int number) {
        return "com.example.department.application-" + number;
    }

    private static Uuid id(int number) {
        return new Uuid(number + 1, 1);
    }

    /** Written without fsync, for which 10,000 times there is no patience. */
    private void write(Path directory, int groups) throws Exception {
        Files.createDirectories(directory);
        for (int i = 0; i < groups; i++) {
            var context = new PushedBy("member-" + i, 0, id(i));
            var version = DescriptionVersion.pushed(context, id(i), description(i), Instant.now());
            byte[] json = GroupDocumentJson.write(GroupDocument.of(group(i), version));
            Files.write(directory.resolve(GroupFileName.of(group(i))), json);
        }
    }

    private static FileTopologyStore open(Path directory) {
        var store = new FileTopologyStore();
        store.configure(Map.of("directory", directory.toString()));
        return store;
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static double nanosPerHeartbeat(FileTopologyStore store, int groups) {
        List<String> ids = IntStream.range(0, groups)
                .mapToObj(FileTopologyStoreScaleTest::group)
                .toList();
        List<Uuid> topologies = IntStream.range(0, groups)
                .mapToObj(FileTopologyStoreScaleTest::id)
                .toList();
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 40; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < 20_000; i++) {
                int group = i % groups;
                Uuid newest = store.newestId(ids.get(group), topologies.get(group));
                if (store.requiresTopologyPush(TestClient.ALICE, ids.get(group), newest)) {
                    throw new AssertionError("stored already");
                }
            }
            best = Math.min(best, (System.nanoTime() - start) / 20_000.0);
        }
        return best;
    }

    @Test
    void ten_thousand_groups_are_there_soon_and_take_little() throws Exception {
        Path few = temporary.resolve("few");
        Path many = temporary.resolve("many");
        write(few, 10);
        write(many, GROUPS);

        long start = System.nanoTime();
        try (FileTopologyStore small = open(few)) {
            long smallStart = System.nanoTime() - start;
            double smallCost = nanosPerHeartbeat(small, 10);
            long before = usedHeap();
            start = System.nanoTime();
            long heap;
            double largeCost;
            long largeStart;
            try (FileTopologyStore large = open(many)) {
                largeStart = System.nanoTime() - start;
                assertThat(large.groups()).hasSize(GROUPS);
                largeCost = nanosPerHeartbeat(large, GROUPS);
                heap = usedHeap() - before;
            }
            System.out.printf(
                    "file store, %d groups: start %d ms (10 groups: %d ms), heap %d KiB, heartbeat %.0f ns (%.0f ns)%n",
                    GROUPS,
                    TimeUnit.NANOSECONDS.toMillis(largeStart),
                    TimeUnit.NANOSECONDS.toMillis(smallStart),
                    heap >> 10,
                    largeCost,
                    smallCost);
            assertThat(TimeUnit.NANOSECONDS.toMillis(largeStart - smallStart)).isLessThan(4_000);
            assertThat(heap).isLessThan(32L << 20);
            // Against 20 microseconds, which the rest of a heartbeat takes at the very least.
            assertThat(largeCost - smallCost).isLessThan(2_000);
        }
    }
}
