package dev.topoxy.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Branched;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.GlobalKTable;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.Joined;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.kstream.StreamJoined;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Topologies of the test applications. They use nothing that a 4.3 client lacks. */
public final class Topologies {

    /**
     * The topics of one application; a prefix keeps applications on a shared broker apart.
     *
     * @param orders the input: customer to product
     * @param totals the output: product to number of orders
     * @param products the global store's input: product to its name
     */
    public record Topics(String orders, String totals, String products) {

        public static Topics withPrefix(String prefix) {
            return new Topics(prefix + "orders", prefix + "order-totals", prefix + "products");
        }

        public List<String> all() {
            return List.of(orders, totals, products);
        }
    }

    /** The changelog-backed store of {@link #orders}. */
    public static final String TOTALS_STORE = "totals";

    /** The global store of {@link #orders}. */
    public static final String PRODUCTS_STORE = "products-by-id";

    private Topologies() {}

    /** A repartition, an aggregation with a store, a sink and a global store. */
    public static Topology orders(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(PRODUCTS_STORE), Serdes.String(), Serdes.String())
                        .withLoggingDisabled(),
                topics.products(),
                Consumed.with(Serdes.String(), Serdes.String()),
                ProductUpdate::new);
        builder.stream(topics.orders(), Consumed.with(Serdes.String(), Serdes.String()))
                .map((customer, product) -> KeyValue.pair(product, customer), Named.as("by-product"))
                .repartition(Repartitioned.<String, String>as("orders-by-product")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(
                        Named.as("count-orders"),
                        Materialized.<String, Long>as(Stores.inMemoryKeyValueStore(TOTALS_STORE))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long()))
                .toStream(Named.as("changes"))
                .mapValues(Object::toString, Named.as("as-text"))
                .to(
                        topics.totals(),
                        Produced.<String, String>with(Serdes.String(), Serdes.String())
                                .withName("totals-sink"));
        return builder.build();
    }

    /** A topology as wide as wanted: {@code width} subtopologies that copy orders, each with {@code depth} named steps. */
    public static Topology wide(Topics topics, int width, int depth) {
        StreamsBuilder builder = new StreamsBuilder();
        for (int i = 0; i < width; i++) {
            var stream = builder.stream(topics.orders() + "-" + i, Consumed.with(Serdes.String(), Serdes.String()));
            for (int step = 0; step < depth; step++) {
                stream = stream.mapValues(value -> value, Named.as("copy-" + i + "-step-" + step));
            }
            stream.to(topics.totals(), Produced.with(Serdes.String(), Serdes.String()));
        }
        return builder.build();
    }

    /** An application as large ones are: joins, windows, branches, a loop through a topic of its own; over 50 nodes. */
    public static Topology fulfilment(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        var text = Consumed.with(Serdes.String(), Serdes.String());
        var produced = Produced.with(Serdes.String(), Serdes.String());
        String prefix = topics.orders();
        GlobalKTable<String, String> products = builder.globalTable(
                topics.products(), text, Materialized.as(Stores.inMemoryKeyValueStore(PRODUCTS_STORE)));
        KTable<String, String> customers =
                builder.table(prefix + "-customers", text, Materialized.as(Stores.inMemoryKeyValueStore("customers")));
        KStream<String, String> payments = builder.stream(prefix + "-payments", text)
                .filter((key, value) -> value != null, Named.as("paid"))
                .selectKey((key, value) -> value, Named.as("by-order"));
        KStream<String, String> retries = builder.stream(prefix + "-retries", text);
        KStream<String, String> orders = builder.stream(topics.orders(), text)
                .merge(retries, Named.as("with-retries"))
                .mapValues(value -> value.strip(), Named.as("cleaned"))
                .join(products, (key, value) -> value, (order, product) -> order + product, Named.as("with-product"))
                .selectKey((key, value) -> value, Named.as("by-customer"))
                .leftJoin(customers, (order, customer) -> order + customer, Joined.as("with-customer"));
        Map<String, KStream<String, String>> kinds = orders.split(Named.as("kind-"))
                .branch((key, value) -> value.startsWith("express"), Branched.as("express"))
                .branch((key, value) -> value.startsWith("fraud"), Branched.as("fraud"))
                .defaultBranch(Branched.as("normal"));
        Objects.requireNonNull(kinds.get("kind-fraud"))
                .groupByKey(Grouped.as("suspects"))
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5)))
                .count(Named.as("count-suspects"), Materialized.as("suspects-per-window"))
                .toStream(Named.as("suspects-changed"))
                .map((window, count) -> KeyValue.pair(window.key(), count.toString()), Named.as("alarm"))
                .to(prefix + "-alarms", produced.withName("alarms-sink"));
        KStream<String, String> settled = Objects.requireNonNull(kinds.get("kind-express"))
                .merge(Objects.requireNonNull(kinds.get("kind-normal")), Named.as("accepted"))
                .selectKey((key, value) -> value, Named.as("accepted-by-order"))
                .join(
                        payments,
                        (order, payment) -> order + payment,
                        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofHours(1)),
                        StreamJoined.<String, String, String>with(Serdes.String(), Serdes.String(), Serdes.String())
                                .withName("settle")
                                .withStoreName("settlement"));
        settled.filter((key, value) -> value.isEmpty(), Named.as("failed"))
                .to(prefix + "-retries", produced.withName("retry"));
        KTable<String, Long> stock = settled.groupBy((key, value) -> value, Grouped.as("sold"))
                .count(Named.as("count-sold"), Materialized.as(Stores.inMemoryKeyValueStore(TOTALS_STORE)));
        stock.toStream(Named.as("stock-changed"))
                .mapValues(count -> count.toString(), Named.as("stock-text"))
                .to(topics.totals(), produced.withName("totals-sink"));
        settled.groupByKey(Grouped.as("spent"))
                .reduce((one, other) -> one + other, Named.as("sum-spent"), Materialized.as("spent-per-customer"))
                .toStream(Named.as("spent-changed"))
                .to((key, value, context) -> prefix + "-spent-" + key, produced.withName("spent-sink"));
        settled.mapValues(value -> "ship " + value, Named.as("instructions"))
                .to(prefix + "-shipping", produced.withName("shipping-sink"));
        return builder.build();
    }

    private static final class ProductUpdate extends ContextualProcessor<String, String, Void, Void> {

        @Override
        public void process(Record<String, String> product) {
            KeyValueStore<String, String> store = context().getStateStore(PRODUCTS_STORE);
            store.put(product.key(), product.value());
        }
    }
}
