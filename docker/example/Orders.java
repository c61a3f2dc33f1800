import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;

/** Counts the orders of each product. It knows nothing of Topoxy but its address. */
public final class Orders {
    private static final String SERVERS = System.getenv().getOrDefault("BOOTSTRAP_SERVERS", "127.0.0.1:19092");
    private static final List<String> PRODUCTS = List.of("tea", "coffee", "cocoa");

    private Orders() {}

    public static void main(String[] args) throws Exception {
        createTopics();
        Properties settings = new Properties();
        settings.putAll(Map.of(
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, SERVERS,
                StreamsConfig.APPLICATION_ID_CONFIG, "orders",
                StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams",
                StreamsConfig.STATE_DIR_CONFIG, "/tmp/orders"));
        KafkaStreams streams = new KafkaStreams(topology(), settings);
        streams.setStateListener((now, before) -> System.out.println("orders: " + now));
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.start();
        order();
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders", Consumed.with(Serdes.String(), Serdes.String()))
                .map((customer, product) -> KeyValue.pair(product, customer), Named.as("by-product"))
                .groupByKey(Grouped.with("orders-by-product", Serdes.String(), Serdes.String()))
                .count(Materialized.as("totals"))
                .toStream(Named.as("as-stream"))
                .to("order-totals", Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    /** Waits until a broker answers. */
    private static void createTopics() throws InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SERVERS))) {
            for (String topic : List.of("orders", "order-totals")) {
                while (!create(admin, topic)) {
                    Thread.sleep(Duration.ofSeconds(1));
                }
            }
        }
    }

    private static boolean create(Admin admin, String topic) throws InterruptedException {
        try {
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
            return true;
        } catch (ExecutionException e) {
            return e.getCause() instanceof TopicExistsException;
        }
    }

    private static void order() throws InterruptedException {
        Map<String, Object> settings = Map.of("bootstrap.servers", SERVERS);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; ; i++) {
                producer.send(new ProducerRecord<>("orders", "customer-" + i % 7, PRODUCTS.get(i % PRODUCTS.size())));
                Thread.sleep(1_000);
            }
        }
    }
}
