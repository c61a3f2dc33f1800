package dev.topoxy.it;

import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.Topologies;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * An exactly-once application that writes, for each number it reads, the sum of all numbers so far of the same partition
 * to the same partition. One number lost, doubled or out of order shows in every sum from there on.
 */
final class RunningSums {

    private static final String STORE = "sums";

    private RunningSums() {}

    static StreamsApp start(String bootstrap, String id, String from, String to) {
        StreamsApp.Setup setup = StreamsApp.Setup.of(bootstrap, id)
                .withTopics(new Topologies.Topics(from, to, from))
                .withTopology(RunningSums::topology)
                .withSetting(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2)
                .withSetting(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0")
                .withSetting("reconnect.backoff.max.ms", "500");
        return StreamsApp.start(setup);
    }

    /** What must come of 0, 1, ... in a partition. */
    static List<Long> of(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> (long) number * (number + 1) / 2)
                .toList();
    }

    @SuppressWarnings("removal") // a partitioner can be made in no other way yet
    private static Topology topology(Topologies.Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.Integer(), Serdes.Long()));
        builder.stream(topics.orders(), Consumed.with(Serdes.Void(), Serdes.Integer()))
                .process(Adder::new, STORE)
                .to(
                        topics.totals(),
                        Produced.with(
                                Serdes.Integer(),
                                Serdes.Long(),
                                (topic, partition, sum, partitions) -> Optional.of(Set.of(partition))));
        return builder.build();
    }

    private static final class Adder extends ContextualProcessor<Void, Integer, Integer, Long> {

        @Override
        public void process(Record<Void, Integer> number) {
            KeyValueStore<Integer, Long> sums = context().getStateStore(STORE);
            int partition = context().recordMetadata().orElseThrow().partition();
            long sum = Objects.requireNonNullElse(sums.get(partition), 0L) + number.value();
            sums.put(partition, sum);
            context().forward(new Record<>(partition, sum, number.timestamp()));
        }
    }
}
