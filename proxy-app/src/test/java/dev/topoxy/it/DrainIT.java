package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.FetchRequestData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The real process is told to stop while real clients work. */
class DrainIT {

    private static final int PARTITIONS = 3;

    private final KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);

    @Test
    void producer_and_consumer_go_on_through_a_second_proxy_and_see_no_error() throws Exception {
        String topic = "drain-numbers";
        cluster.createTopics(PARTITIONS, topic);
        try (ClientErrors errors = ClientErrors.watch();
                CheckedProxy first = CheckedProxy.inFrontOf(cluster.bootstrap(), "drain-first");
                CheckedProxy second = CheckedProxy.inFrontOf(cluster.bootstrap(), "drain-second")) {
            // Clients may choose among what they are given: they are to begin with the first.
            second.kill9();
            String both = first.bootstrap() + "," + second.bootstrap();
            try (NumberedProducer producer = NumberedProducer.idempotent(both, topic, PARTITIONS)) {
                List<NumberedReader> readers = NumberedReader.group(both, topic, 2);
                try {
                    producer.awaitProgress(100);
                    readers.get(0).awaitAll(PARTITIONS, 100);
                    second.restart();

                    first.terminate();

                    assertThat(first.exitCode()).isZero();
                    assertThat(first.logLines())
                            .anyMatch(line -> line.contains("drained in "))
                            .noneMatch(line -> line.contains("cutting") || line.contains(" WARN "));
                    producer.awaitProgress(100);
                    int written = producer.stop();
                    readers.get(0).awaitAll(PARTITIONS, written);
                    for (int partition = 0; partition < PARTITIONS; partition++) {
                        assertThat(NumberedReader.read(second.bootstrap(), topic, partition))
                                .isEqualTo(IntStream.range(0, written).boxed().toList());
                    }
                } finally {
                    readers.forEach(NumberedReader::close);
                }
            }
            assertThat(errors.seen()).isEmpty();
        }
    }

    @Test
    void a_second_signal_ends_the_process_at_once() throws Exception {
        String topic = "drain-waiting";
        cluster.createTopics(1, topic);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "drain-twice");
                RawClient client = RawClient.connect(proxy.nodeAddress(0))) {
            client.apiVersions(3);
            client.send(waitingFetch(topic), 12);
            proxy.terminate();
            Awaitility.await().until(() -> proxy.logLines().stream().anyMatch(line -> line.contains("1 request left")));
            proxy.terminate();
            assertThat(proxy.exitCode()).isEqualTo(128 + 15);
            assertThat(proxy.logLines()).last().asString().contains("a second signal, SIGTERM: ending at once");
        }
    }

    @Test
    void a_fetch_that_waits_for_long_is_closed_in_good_order_at_the_deadline() throws Exception {
        String topic = "drain-deadline";
        cluster.createTopics(1, topic);
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        String yaml =
                "admin: {listen: none}\nshutdown.deadline.ms: 2000\nclusters:\n  - bootstrap.servers: %s\n    listen: %s\n"
                        .formatted(cluster.bootstrap(), listen);
        try (CheckedProxy proxy = CheckedProxy.withConfig(yaml, listen, "drain-deadline");
                RawClient client = RawClient.connect(proxy.nodeAddress(0))) {
            client.apiVersions(3);
            client.send(waitingFetch(topic), 12);
            long begin = System.nanoTime();
            proxy.terminate();
            assertThat(client.isClosedByPeer()).isTrue();
            assertThat(proxy.exitCode()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
            assertThat(proxy.logLines())
                    .anyMatch(line -> line.contains("cutting 1 connection with 1 request under way"));
        }
    }

    private static FetchRequestData waitingFetch(String topic) {
        return new FetchRequestData()
                .setMaxWaitMs(30_000)
                .setMinBytes(1)
                .setMaxBytes(1000)
                .setTopics(List.of(new FetchRequestData.FetchTopic()
                        .setTopic(topic)
                        .setPartitions(List.of(new FetchRequestData.FetchPartition()
                                .setPartition(0)
                                .setFetchOffset(0)
                                .setPartitionMaxBytes(1000)))));
    }
}
