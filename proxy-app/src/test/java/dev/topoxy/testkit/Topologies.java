package dev.topoxy.testkit;

import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
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

    private static final class ProductUpdate extends ContextualProcessor<String, String, Void, Void> {

        @Override
        public void process(Record<String, String> product) {
            KeyValueStore<String, String> store = context().getStateStore(PRODUCTS_STORE);
            store.put(product.key(), product.value());
        }
    }
}
