package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
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
