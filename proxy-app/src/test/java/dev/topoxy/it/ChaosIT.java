package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FaultyLink;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NewTopics;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.StreamsApp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Every promise that Kafka makes to producers, transactions and Streams, kept by clients of two proxies while brokers,
 * proxies and links die. {@code proxy-app/chaos} runs it for longer.
 */
class ChaosIT {

    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("topoxy.chaos.seconds", 45));
    private static final long SEED =
            Long.getLong("topoxy.chaos.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    /** For comparison: the same load and the same faults, but for those of proxies, with clients that meet the brokers. */
    private static final boolean DIRECT = Boolean.getBoolean("topoxy.chaos.direct");

    private static final int PARTITIONS = 3;
    private static final int SOME = 100;
    private static final String NUMBERS = "chaos-numbers";
    private static final String SUMS = "chaos-sums";
    private static final String TRANSACTIONS = "chaos-transactions";

    private final KafkaCluster cluster = ThreeBrokers.cluster();

    @AfterAll
    static void restore() {
        ThreeBrokers.restoreAll();
    }

    @Test
    void no_record_is_lost_doubled_or_reordered_while_brokers_proxies_and_links_die() throws Exception {
        createTopics();
        List<FaultyLink> links = new ArrayList<>();
        try {
            for (KafkaBroker broker : cluster.brokers()) {
                links.add(FaultyLink.before(broker));
            }
            String toLinks = links.stream().map(FaultyLink::address).collect(Collectors.joining(","));
            if (DIRECT) {
                run(toLinks, links, List.of());
                return;
            }
            try (CheckedProxy one = proxy(toLinks, "chaos-one");
                    CheckedProxy other = proxy(toLinks, "chaos-other")) {
                run(one.bootstrap() + "," + other.bootstrap(), links, List.of(one, other));
            }
        } finally {
            for (FaultyLink link : links) {
                link.close();
            }
        }
    }

    private void run(String bootstrap, List<FaultyLink> links, List<CheckedProxy> proxies) throws Exception {
        Chaos chaos = new Chaos(cluster, links, proxies, new Random(SEED));
        try (ProducerWarnings warnings = ProducerWarnings.watch();
                StreamsApp app = RunningSums.start(bootstrap, "chaos-app", NUMBERS, SUMS);
                StreamsApp another = RunningSums.start(bootstrap, "chaos-app", NUMBERS, SUMS);
                NumberedProducer numbers = NumberedProducer.idempotent(bootstrap, NUMBERS, PARTITIONS);
                NumberedProducer transactions = NumberedProducer.transactional(bootstrap, TRANSACTIONS, PARTITIONS)) {
            List<NumberedReader> group = NumberedReader.group(bootstrap, TRANSACTIONS, 2);
            try {
                long end = System.nanoTime() + DURATION.toNanos();
                do {
                    numbers.awaitProgress(SOME);
                    transactions.awaitProgress(SOME);
                    chaos.round();
                    awaitInSync();
                } while (System.nanoTime() < end);
                int written = numbers.stop();
                int committed = transactions.stop();
                group.get(0).awaitAll(PARTITIONS, committed);
                assertComplete(bootstrap, written, committed);
                assertThat(app.failure()).isEmpty();
                assertThat(another.failure()).isEmpty();
                assertThat(warnings.ofGaps()).isEmpty();
                System.out.printf(
                        "Chaos of %d s with seed %d%s: %s; checked per partition of %d: %d numbers, %d sums, %d in"
                                + " transactions; none lost, none doubled, all in order; repeated behind a refused"
                                + " batch: %d batches%n",
                        DURATION.toSeconds(),
                        SEED,
                        DIRECT ? " without proxies" : "",
                        chaos.injected(),
                        PARTITIONS,
                        written,
                        written,
                        committed,
                        warnings.repeatsOutOfOrder());
            } finally {
                group.forEach(NumberedReader::close);
            }
        }
    }

    private static void assertComplete(String bootstrap, int written, int committed) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int each = partition;
            assertThat(NumberedReader.read(bootstrap, NUMBERS, each)).isEqualTo(numbersBelow(written));
            assertThat(NumberedReader.read(bootstrap, TRANSACTIONS, each)).isEqualTo(numbersBelow(committed));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> NumberedReader.read(bootstrap, SUMS, each, new LongDeserializer())
                                    .size()
                            >= written);
            assertThat(NumberedReader.read(bootstrap, SUMS, each, new LongDeserializer()))
                    .isEqualTo(RunningSums.of(written));
        }
    }

    private static List<Integer> numbersBelow(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    /** What one broker's death takes must be on another. */
    private void createTopics() {
        try (Admin admin = cluster.admin()) {
            NewTopics.create(
                    admin,
                    Stream.of(NUMBERS, SUMS, TRANSACTIONS)
                            .map(name -> new NewTopic(name, PARTITIONS, (short) 3)
                                    .configs(Map.of("min.insync.replicas", "2")))
                            .toList());
        }
    }

    private void awaitInSync() {
        try (Admin admin = cluster.admin()) {
            for (String topic : List.of(NUMBERS, SUMS, TRANSACTIONS)) {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    ThreeBrokers.awaitInSync(admin, new TopicPartition(topic, partition));
                }
            }
        }
    }

    private static CheckedProxy proxy(String servers, String name) throws IOException {
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        String yaml = "admin: {listen: none}\nshutdown.deadline.ms: 4000\nclusters:\n  - bootstrap.servers: " + servers
                + "\n    listen: " + listen + "\n";
        return CheckedProxy.withConfig(yaml, listen, name);
    }
}
