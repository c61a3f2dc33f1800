package dev.topoxy.filters.store.kafka;

import dev.topoxy.filters.store.HistoryStore;
import dev.topoxy.filters.store.StoreKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Where the topic is, what it is like where it has to be created, and how clients reach it.
 *
 * @param partitions of a topic that is created
 * @param replicationFactor of a topic that is created; -1 for the broker's default
 * @param maxMessageBytes {@code max.message.bytes} of a topic that is created
 * @param startTimeoutMs how long the start of the proxy waits to learn that the topic can be used, in milliseconds
 */
record TopicSettings(
        String topic,
        int partitions,
        short replicationFactor,
        int maxMessageBytes,
        long startTimeoutMs,
        Map<String, Object> admin,
        Map<String, Object> producer,
        Map<String, Object> consumer) {

    static final String TOPIC = "topic";
    static final String PARTITIONS = "partitions";
    static final String REPLICATION_FACTOR = "replication.factor";
    static final String MAX_MESSAGE_BYTES = "max.message.bytes";
    static final String START_TIMEOUT_MS = "start.timeout.ms";

    private static final String CLIENT = "client.";
    private static final String ADMIN = "admin.";
    private static final String PRODUCER = "producer.";
    private static final String CONSUMER = "consumer.";

    static final String DEFAULT_TOPIC = "__topoxy_topologies";

    private static final String BOOTSTRAP_SERVERS = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    private static final ConfigDef DEFINITION = HistoryStore.configDef()
            .define(
                    TOPIC,
                    ConfigDef.Type.STRING,
                    DEFAULT_TOPIC,
                    Importance.MEDIUM,
                    "The topic that holds the descriptions.")
            .define(
                    PARTITIONS,
                    ConfigDef.Type.INT,
                    1,
                    Range.atLeast(1),
                    Importance.LOW,
                    "Partitions of a topic created here.")
            .define(
                    REPLICATION_FACTOR,
                    ConfigDef.Type.SHORT,
                    (short) -1,
                    Importance.MEDIUM,
                    "Replicas of a topic created here; -1 for the broker's default.")
            .define(
                    MAX_MESSAGE_BYTES,
                    ConfigDef.Type.INT,
                    8 * 1024 * 1024,
                    Range.atLeast(1),
                    Importance.LOW,
                    "max.message.bytes of a topic created here.")
            .define(
                    START_TIMEOUT_MS,
                    ConfigDef.Type.LONG,
                    5_000L,
                    Range.atLeast(0),
                    Importance.LOW,
                    "How long the start waits to learn that the topic can be used.")
            .define(
                    BOOTSTRAP_SERVERS,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.MEDIUM,
                    "Where the topic is; by default in the cluster that the proxy stands before.");

    TopicSettings {
        admin = Map.copyOf(admin);
        producer = Map.copyOf(producer);
        consumer = Map.copyOf(consumer);
    }

    /** What a configuration may hold; checked without connecting to anything. */
    static StoreKeys keys(String clusterServers) {
        ConfigDef admin = AdminClientConfig.configDef();
        ConfigDef producer = ProducerConfig.configDef();
        ConfigDef consumer = ConsumerConfig.configDef();
        return StoreKeys.of(DEFINITION)
                .with(CLIENT, admin, producer, consumer)
                .with(ADMIN, admin)
                .with(PRODUCER, producer)
                .with(CONSUMER, consumer)
                .checkedBy(config -> of(config, clusterServers))
                .triedBy(config -> of(config, clusterServers).unusable(config));
    }

    /**
     * From a plugin's settings. Those under {@code client.} go to all Kafka clients, those under {@code producer.},
     * {@code consumer.} and {@code admin.} to one of them.
     *
     * @param clusterServers used where the settings name no {@code bootstrap.servers}; may be empty
     */
    static TopicSettings of(Map<String, ?> configs, String clusterServers) {
        var config = new AbstractConfig(DEFINITION, configs, false);
        String named = config.getString(BOOTSTRAP_SERVERS);
        String servers = named.isBlank() ? clusterServers : named;
        if (servers.isBlank()) {
            throw new ConfigException(BOOTSTRAP_SERVERS + " is missing: name brokers of the cluster with the topic");
        }
        short replicas = config.getShort(REPLICATION_FACTOR);
        if (replicas != -1 && replicas < 1) {
            throw new ConfigException(REPLICATION_FACTOR, replicas, "is neither -1 nor a number from 1 on");
        }
        Map<String, Object> common = new HashMap<>();
        common.put(BOOTSTRAP_SERVERS, servers);
        // Unique, since Kafka registers each id of a JVM and several clusters may have such a store.
        common.put(CommonClientConfigs.CLIENT_ID_CONFIG, "topoxy-store-" + UUID.randomUUID());
        // A broker that is down is tried, and complained about, at this pace.
        common.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, 250);
        common.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 2_000);
        common.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 2_000);
        common.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 5_000);
        var settings = new TopicSettings(
                config.getString(TOPIC),
                config.getInt(PARTITIONS),
                replicas,
                config.getInt(MAX_MESSAGE_BYTES),
                config.getLong(START_TIMEOUT_MS),
                adminSettings(config, common),
                producerSettings(config, common),
                consumerSettings(config, common));
        settings.checkClientSettings();
        return settings;
    }

    /** Values that no client would take are faults of the configuration, found before anything connects. */
    private void checkClientSettings() {
        new AdminClientConfig(admin);
        new ProducerConfig(producer);
        new ConsumerConfig(consumer);
    }

    /** What of the clients' security settings cannot be used, by the keys that the user wrote. */
    private Map<String, String> unusable(Map<String, String> written) {
        Map<String, String> problems = new TreeMap<>();
        Map.of(
                        ADMIN,
                        new AdminClientConfig(admin),
                        PRODUCER,
                        new ProducerConfig(producer),
                        CONSUMER,
                        new ConsumerConfig(consumer))
                .forEach((prefix, config) -> new ClientSecurity(config)
                        .problem()
                        .ifPresent(problem -> problems.put(
                                (written.containsKey(prefix + problem.key()) ? prefix : CLIENT) + problem.key(),
                                problem.text())));
        return problems;
    }

    private static Map<String, Object> adminSettings(AbstractConfig config, Map<String, Object> common) {
        Map<String, Object> settings = new HashMap<>(common);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 6_000);
        addUsersOwn(settings, config, ADMIN);
        return settings;
    }

    private static Map<String, Object> producerSettings(AbstractConfig config, Map<String, Object> common) {
        Map<String, Object> settings = new HashMap<>(common);
        // Together below the default plugin.timeout.ms, so that a client is told what the brokers said.
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 3_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_500);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // How large a description may be is for the topic to say.
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 64 * 1024 * 1024);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * 1024 * 1024);
        addUsersOwn(settings, config, PRODUCER);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return settings;
    }

    private static Map<String, Object> consumerSettings(AbstractConfig config, Map<String, Object> common) {
        Map<String, Object> settings = new HashMap<>(common);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 6_000);
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1_000);
        // A whole fetch is held in a heap that may be small.
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 4 * 1024 * 1024);
        addUsersOwn(settings, config, CONSUMER);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        return settings;
    }

    private static void addUsersOwn(Map<String, Object> settings, AbstractConfig config, String prefix) {
        settings.putAll(config.originalsWithPrefix(CLIENT));
        settings.putAll(config.originalsWithPrefix(prefix));
    }
}
