package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Clients that ask for hundreds of megabytes and take a kilobyte a second. {@code -Dslow.megabytes=1024} has each of
 * them wait for a whole gigabyte.
 */
class SlowReadersIT {

    private static final String TOPIC = "slow-readers";
    private static final int MEGABYTES = Integer.getInteger("slow.megabytes", 256);
    private static final int API_VERSIONS = 3;

    /** As docs/operations.md promises it. */
    private static final int MOST_BYTES_EACH = 640 * 1024;

    private static final KafkaCluster cluster = SharedBrokers.of(
            ClusterSpec.of(KafkaArtifacts.V4_3).withProperty("fetch.max.bytes", Integer.toString(Integer.MAX_VALUE)));

    private final String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
    private final String admin = "127.0.0.1:" + FreePorts.one();

    @BeforeAll
    static void write() throws Exception {
        cluster.createTopics(1, TOPIC);
        Map<String, Object> settings = Map.of("bootstrap.servers", cluster.bootstrap(), "batch.size", "1000000");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < MEGABYTES; i++) {
                producer.send(new ProducerRecord<>(TOPIC, 0, null, new byte[1_000_000]));
            }
        }
    }

    private ProxyProcess proxy(String name, String memory) throws IOException {
        Path log = Workspace.target("it").resolve(name + ".log");
        Files.deleteIfExists(log);
        return ProxyProcess.start(
                List.of("--bootstrap-servers", cluster.bootstrap(), "--listen", listen, "--admin-listen", admin),
                Map.of("TOPOXY_JVM_OPTS", "-XX:+UseSerialGC -Xms16m -Xmx64m -Xshare:auto " + memory),
                listen,
                log);
    }

    private double used() throws IOException, InterruptedException {
        return Scrape.of(admin).sum("topoxy_direct_memory_used_bytes");
    }

    private double closed(String reason) throws IOException, InterruptedException {
        return Scrape.of(admin).sum("topoxy_connections_closed_total", "reason=\"" + reason + "\"");
    }

    /** Reads some of the topic as applications do. */
    private void readAsOthersDo() {
        Map<String, Object> settings = Map.of("bootstrap.servers", listen);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(TOPIC, 0);
            consumer.assign(List.of(partition));
            consumer.seek(partition, MEGABYTES - 50);
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                consumer.poll(Duration.ofMillis(200));
                return consumer.position(partition) == MEGABYTES;
            });
        }
    }

    @Test
    void what_slow_readers_wait_for_stays_with_the_brokers() throws Exception {
        int readers = 50;
        try (ProxyProcess proxy = proxy("slow-readers", "-XX:MaxDirectMemorySize=64m")) {
            readAsOthersDo();
            long rssBefore = proxy.jvm().rssKb();
            try (SlowReaders slow = SlowReaders.begin(listen, readers, TOPIC)) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> Scrape.of(admin)
                                        .sum("topoxy_reading_paused", "side=\"broker\"", "reason=\"other_side_full\"")
                                == readers);
                Awaitility.await()
                        .during(Duration.ofSeconds(3))
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> used() <= readers * MOST_BYTES_EACH);
                System.out.printf(
                        "%d slow readers with %d MB waiting for each: %.0f KiB of direct memory each, RSS of %d MiB"
                                + " grew by %d MiB%n",
                        readers,
                        MEGABYTES,
                        used() / readers / 1024,
                        rssBefore / 1024,
                        (proxy.jvm().peakRssKb() - rssBefore) / 1024);
                assertThat(proxy.jvm().peakRssKb() - rssBefore).isLessThan(64 * 1024);
                readAsOthersDo();
            }
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> used() == 0);
            assertThat(closed("shed") + closed("out_of_memory")).isZero();
        }
    }

    @Test
    void where_direct_memory_runs_short_the_slowest_are_closed_with_a_line_and_all_others_go_on() throws Exception {
        int readers = 120;
        try (ProxyProcess proxy = proxy("no-direct-memory", "-XX:MaxDirectMemorySize=24m");
                RawClient quick = RawClient.connect(listen)) {
            quick.apiVersions(API_VERSIONS);
            try (SlowReaders slow = SlowReaders.begin(listen, readers, TOPIC)) {
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> closed("shed") > 0);
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                while (System.nanoTime() < end) {
                    quick.apiVersions(API_VERSIONS);
                }
                readAsOthersDo();
                System.out.printf("Of %d slow readers %.0f were closed%n", readers, closed("shed"));
                assertThat(closed("shed")).isLessThan(readers);
            }
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> used() == 0);
            assertThat(closed("out_of_memory")).isZero();
            List<String> said = Files.readAllLines(proxy.jvm().log());
            assertThat(said)
                    .filteredOn(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                    .isNotEmpty()
                    .hasSizeLessThan(10)
                    .allMatch(line -> line.contains("Direct memory runs short")
                            && line.contains("raise -XX:MaxDirectMemorySize in TOPOXY_JVM_OPTS"));
        }
    }
}
