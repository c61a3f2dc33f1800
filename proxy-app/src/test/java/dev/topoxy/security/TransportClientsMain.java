package dev.topoxy.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.StreamsApp;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Real clients of all kinds, in a JVM of their own since that looks up host names in a file: for each properties file in
 * a directory a producer, a consumer and a Streams application. Prints {@code OK} and the name of each that worked.
 */
public final class TransportClientsMain {

    private static final int RECORDS = 50;
    private static final int AT_ONCE = 4;

    private TransportClientsMain() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        List<Future<?>> running = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            for (Path file : files.sorted().toList()) {
                running.add(threads.submit(() -> {
                    String name = file.getFileName().toString();
                    use(name, read(file));
                    out.println("OK " + name);
                    return null;
                }));
            }
        }
        for (Future<?> each : running) {
            each.get();
        }
        threads.shutdown();
        System.exit(0);
    }

    private static Map<String, String> read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
        return settings;
    }

    private static void use(String name, Map<String, String> settings) throws Exception {
        Map<String, Object> client = new HashMap<>(settings);
        TopicPartition partition = new TopicPartition("t-" + name, 0);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>(partition.topic(), 0, null, "record " + i));
            }
            producer.flush();
        }
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            List<String> read = new ArrayList<>();
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (read.size() < RECORDS && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> read.add(record.value()));
            }
            assertThat(read).hasSize(RECORDS).startsWith("record 0").endsWith("record " + (RECORDS - 1));
        }
        StreamsApp.Setup setup = StreamsApp.Setup.of(settings.getOrDefault("bootstrap.servers", ""), name)
                .withSettings(settings);
        try (StreamsApp app = StreamsApp.start(setup)) {
            NativeTopology.awaitStatus(client, name, StreamsGroupTopologyDescriptionStatus.AVAILABLE);
            assertThat(app.failure()).isEmpty();
        }
    }
}
