package dev.topoxy.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;

/** A running Kafka Streams application of this JVM's client version, a member of a streams group. */
public final class StreamsApp implements AutoCloseable {

    private static final Duration RUNNING_TIMEOUT = Duration.ofSeconds(60);

    /**
     * How to start one; every {@code with} gives a changed copy.
     *
     * @param applicationId the group's id too
     * @param settings override those of the kit
     */
    public record Setup(
            String bootstrap,
            String applicationId,
            Topologies.Topics topics,
            Function<Topologies.Topics, Topology> topology,
            Map<String, String> settings) {

        public Setup {
            settings = Map.copyOf(settings);
        }

        /** The orders topology, with topics named after the application. */
        public static Setup of(String bootstrap, String applicationId) {
            Topologies.Topics topics = Topologies.Topics.withPrefix(applicationId + "-");
            return new Setup(bootstrap, applicationId, topics, Topologies::orders, Map.of());
        }

        public Setup withTopology(Function<Topologies.Topics, Topology> other) {
            return new Setup(bootstrap, applicationId, topics, other, settings);
        }

        public Setup withTopics(Topologies.Topics other) {
            return new Setup(bootstrap, applicationId, other, topology, settings);
        }

        public Setup withSetting(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(name, value);
            return new Setup(bootstrap, applicationId, topics, topology, more);
        }

        public Setup withSettings(Map<String, String> others) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.putAll(others);
            return new Setup(bootstrap, applicationId, topics, topology, more);
        }
    }

    private final Setup setup;
    private final Optional<Path> ownDirectory;
    private final KafkaStreams streams;
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private StreamsApp(Setup setup) {
        this.setup = setup;
        this.ownDirectory = setup.settings().containsKey(StreamsConfig.STATE_DIR_CONFIG)
                ? Optional.empty()
                : Optional.of(Cleanup.temporaryDirectory("topoxy-streams-"));
        this.streams = new KafkaStreams(setup.topology().apply(setup.topics()), properties(setup, ownDirectory));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            } else if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
                ended.countDown();
            }
        });
        streams.setUncaughtExceptionHandler(e -> {
            failure.compareAndSet(null, e);
            running.countDown();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    }

    private static Properties properties(Setup setup, Optional<Path> ownDirectory) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, setup.bootstrap());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, setup.applicationId());
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams");
        ownDirectory.ifPresent(path -> properties.put(StreamsConfig.STATE_DIR_CONFIG, path.toString()));
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "200");
        properties.put("consumer.auto.offset.reset", "earliest");
        properties.putAll(setup.settings());
        return properties;
    }

    /** Starts it on topics that exist and returns when it is running. */
    public static StreamsApp start(Setup setup) {
        StreamsApp app = startWithoutWaiting(setup);
        try {
            app.awaitRunning();
            return app;
        } catch (RuntimeException e) {
            app.close();
            throw e;
        }
    }

    /** Starts it and returns at once. */
    public static StreamsApp startWithoutWaiting(Setup setup) {
        StreamsApp app = new StreamsApp(setup);
        app.streams.start();
        return app;
    }

    /** Waits for the state RUNNING; fails with what stopped the application instead, if anything did. */
    public void awaitRunning() {
        try {
            boolean reached = running.await(RUNNING_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            Throwable cause = failure.get();
            if (cause != null) {
                throw new IllegalStateException(setup.applicationId() + " failed", cause);
            }
            if (!reached) {
                throw new IllegalStateException(setup.applicationId() + " is " + streams.state() + " after "
                        + RUNNING_TIMEOUT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + setup.applicationId(), e);
        }
    }

    /** Waits until it ends of itself, by a failure. */
    void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Produces orders through the application's own bootstrap address, spread over ten products. */
    public void produce(int records) {
        produce(setup, records);
    }

    /** Produces orders to an application's input and returns when all are acknowledged. */
    public static void produce(Setup setup, int records) {
        Map<String, Object> settings = new LinkedHashMap<>(setup.settings());
        settings.put("bootstrap.servers", setup.bootstrap());
        settings.put("acks", "all");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                sent.add(producer.send(
                        new ProducerRecord<>(setup.topics().orders(), "customer-" + i, "product-" + i % 10)));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get(60, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while producing", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("orders were not produced through " + setup.bootstrap(), e);
        }
    }

    public KafkaStreams streams() {
        return streams;
    }

    /** What stopped the application, if anything did. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure.get());
    }

    public Setup setup() {
        return setup;
    }

    /** Leaves the group and forgets its state. */
    @Override
    public void close() {
        streams.close(Duration.ofSeconds(30));
        ownDirectory.ifPresent(Cleanup::delete);
    }
}
