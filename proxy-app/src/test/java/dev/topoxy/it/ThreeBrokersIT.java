package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaBroker;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.RawClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Clients of a whole cluster while its leaders move. */
class ThreeBrokersIT {

    private static final int PARTITIONS = 3;
    private static final int SOME = 300;
    private static final String STREAM = "numbers";
    private static final String TRANSACTIONS = "transactions";

    private final KafkaCluster cluster = ThreeBrokers.cluster();

    @AfterAll
    static void restore() {
        ThreeBrokers.restoreAll();
    }

    @Test
    void no_record_is_lost_doubled_or_reordered_and_no_client_meets_a_broker_while_leaders_move_and_die()
            throws Exception {
        cluster.createTopics(PARTITIONS, STREAM, TRANSACTIONS);
        try (ClientSockets sockets = ClientSockets.watch();
                CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "three-brokers");
                NumberedProducer stream = NumberedProducer.idempotent(proxy.bootstrap(), STREAM, PARTITIONS);
                NumberedProducer transactions =
                        NumberedProducer.transactional(proxy.bootstrap(), TRANSACTIONS, PARTITIONS)) {
            List<NumberedReader> group = NumberedReader.group(proxy.bootstrap(), STREAM, 2);
            try {
                moveAndKillLeaders(proxy, () -> {
                    stream.awaitProgress(SOME);
                    transactions.awaitProgress(SOME);
                });
                int streamed = stream.stop();
                int committed = transactions.stop();

                group.get(0).awaitAll(PARTITIONS, streamed);
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    assertThat(NumberedReader.read(proxy.bootstrap(), STREAM, partition))
                            .isEqualTo(numbersBelow(streamed));
                    assertThat(NumberedReader.read(proxy.bootstrap(), TRANSACTIONS, partition))
                            .isEqualTo(numbersBelow(committed));
                }
            } finally {
                group.forEach(NumberedReader::close);
            }
            assertThat(sockets.remotePorts())
                    .containsAll(proxyPorts(proxy))
                    .doesNotContain(-1)
                    .doesNotContainAnyElementsOf(brokerPorts());
            assertThatADirectConnectionWouldHaveBeenSeen(sockets);
        }
    }

    private void moveAndKillLeaders(CheckedProxy proxy, Runnable progress) throws Exception {
        progress.run();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", proxy.bootstrap()))) {
            for (String topic : List.of(STREAM, TRANSACTIONS)) {
                TopicPartition partition = new TopicPartition(topic, 0);
                int next = ThreeBrokers.leader(admin, partition) == 1 ? 4711 : 1;
                List<Integer> replicas = next == 1 ? List.of(1, 5, 4711) : List.of(4711, 5, 1);
                ThreeBrokers.moveLeader(admin, partition, replicas);
            }
            progress.run();
            KafkaBroker victim = cluster.broker(ThreeBrokers.leader(admin, new TopicPartition(STREAM, 0)));
            victim.kill9();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> ThreeBrokers.leader(admin, new TopicPartition(STREAM, 0)) != victim.nodeId());
            progress.run();
            cluster.restart(victim);
            ThreeBrokers.awaitInSync(admin, new TopicPartition(STREAM, 0));
            progress.run();
        }
    }

    private static List<Integer> numbersBelow(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private static Set<Integer> proxyPorts(CheckedProxy proxy) {
        return Stream.concat(
                        Stream.of(proxy.bootstrap()),
                        IntStream.of(ThreeBrokers.IDS).mapToObj(proxy::nodeAddress))
                .map(address -> Integer.valueOf(address.substring(address.indexOf(':') + 1)))
                .collect(Collectors.toSet());
    }

    private Set<Integer> brokerPorts() {
        return cluster.brokers().stream()
                .map(broker -> broker.port(KafkaBroker.CLIENT))
                .collect(Collectors.toSet());
    }

    private void assertThatADirectConnectionWouldHaveBeenSeen(ClientSockets sockets) throws Exception {
        KafkaBroker broker = cluster.broker();
        try (RawClient direct = RawClient.connect(broker.address())) {
            Awaitility.await()
                    .until(() -> direct.socket().isConnected()
                            && sockets.remotePorts().contains(broker.port(KafkaBroker.CLIENT)));
        }
    }
}
