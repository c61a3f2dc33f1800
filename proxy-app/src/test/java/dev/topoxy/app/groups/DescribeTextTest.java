package dev.topoxy.app.groups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.Topologies;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.StreamJoined;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DescribeTextTest {

    /** Named, so that a failure says which. */
    private record Example(String name, Topology topology) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Example> examples() {
        Topologies.Topics topics = Topologies.Topics.withPrefix("p-");
        return Stream.of(
                new Example("repartition, store and global store", Topologies.orders(topics)),
                new Example("many subtopologies", Topologies.wide(topics, 12, 3)),
                new Example("joins", joins()),
                new Example("branches that meet again", diamond()),
                new Example("stores shared by processors", shared()),
                new Example("several global tables", globals()));
    }

    private static StreamsBuilder builder() {
        return new StreamsBuilder();
    }

    private static Consumed<String, String> strings() {
        return Consumed.with(Serdes.String(), Serdes.String());
    }

    private static Topology joins() {
        StreamsBuilder builder = builder();
        KStream<String, String> left = builder.stream("left", strings());
        KStream<String, String> right = builder.stream("right", strings());
        KTable<String, String> table = builder.table("table", strings());
        left.join(
                        right,
                        (a, b) -> a + b,
                        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(1)),
                        StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()))
                .leftJoin(table, (a, b) -> a + b)
                .groupBy((key, value) -> value, Grouped.with(Serdes.String(), Serdes.String()))
                .count()
                .toStream()
                .to("out");
        return builder.build();
    }

    private static Topology diamond() {
        StreamsBuilder builder = builder();
        KStream<String, String> in = builder.stream(Set.of("in"), strings());
        KStream<String, String> even = in.filter((key, value) -> value.length() % 2 == 0);
        KStream<String, String> odd = in.filterNot((key, value) -> value.length() % 2 == 0);
        even.merge(odd).mapValues(value -> value + "!").merge(in).to("out");
        even.to("even");
        return builder.build();
    }

    private static Topology shared() {
        Topology topology = new Topology();
        topology.addSource("s1", "a").addSource("s2", "b");
        topology.addProcessor("p1", DescribeTextTest::noop, "s1")
                .addProcessor("p2", DescribeTextTest::noop, "s2", "s1");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("kept"), Serdes.String(), Serdes.String()),
                "p1",
                "p2");
        topology.addSink("k", "c", "p2", "p1");
        return topology;
    }

    private static Processor<Object, Object, Object, Object> noop() {
        return new Processor<>() {
            @Override
            public void process(Record<Object, Object> record) {}
        };
    }

    private static Topology globals() {
        StreamsBuilder builder = builder();
        KStream<String, String> in = builder.stream("in", strings());
        in.join(builder.globalTable("g1", strings()), (key, value) -> value, (a, b) -> a)
                .join(builder.globalTable("g2", strings()), (key, value) -> value, (a, b) -> b)
                .to("out");
        builder.stream("other", strings()).to("more");
        return builder.build();
    }

    /** Blocks without their numbers, since a push leaves out those of global stores, with all lists sorted. */
    private static List<String> blocks(String text) {
        return Arrays.stream(text.split("Sub-topology: ", -1))
                .skip(1)
                .map(block -> block.replaceFirst("^\\d+", "")
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .map(DescribeTextTest::sorted)
                        .collect(Collectors.joining("\n")))
                .sorted()
                .toList();
    }

    private static String sorted(String line) {
        Matcher list =
                Pattern.compile("(-->|<--|stores:|topics:) \\[?([^\\])]*)").matcher(line);
        return list.find()
                ? list.replaceFirst(found -> found.group(1)
                        + Arrays.stream(found.group(2).split(", ", -1)).sorted().toList())
                : line;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void it_is_what_streams_itself_prints_with_names_sorted(Example example) {
        assertThat(blocks(DescribeText.of(Described.pushed(example.topology.describe()))))
                .hasSizeGreaterThan(0)
                .isEqualTo(blocks(example.topology.describe().toString()));
    }

    @Test
    void it_is_written_as_kafkas_own_tool_writes_it() {
        assertThat(DescribeText.of(Described.small("in", "count", "kept", "out")))
                .isEqualTo("""
                        Topologies:
                           Sub-topology: 0
                            Source: source (topics: [in])
                              --> count
                            Processor: count (stores: [kept])
                              --> sink
                              <-- source
                            Sink: sink (topic: out)
                              <-- count

                        """);
    }
}
