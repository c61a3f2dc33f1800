package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FaultyLink;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What clients and the proxy do when the network fails on either side of it; and that nothing of it stays behind. */
class FaultsIT {

    private static final int SOME = 100;
    private static final Duration AT_ONCE = Duration.ofSeconds(2);
    private static final FaultyLink.Passage CLEAR = new FaultyLink.Clear();

    private static final KafkaCluster cluster = ThreeBrokers.cluster();
    private static FaultyStage stage;

    /** What happens to a network. */
    enum Fault {
        DELAY {
            @Override
            void strike(List<FaultyLink> links) {
                during(links, new FaultyLink.Delayed(Duration.ofMillis(100)));
            }
        },
        BYTE_BY_BYTE {
            @Override
            void strike(List<FaultyLink> links) {
                during(links, new FaultyLink.Trickling(Duration.ZERO));
            }
        },
        SLOW_TRICKLE {
            @Override
            void strike(List<FaultyLink> links) {
                during(links, new FaultyLink.Trickling(Duration.ofMillis(2)));
            }
        },
        RESET {
            @Override
            void strike(List<FaultyLink> links) {
                links.forEach(FaultyLink::reset);
            }
        },
        HALF_CLOSE {
            @Override
            void strike(List<FaultyLink> links) throws IOException {
                for (FaultyLink link : links) {
                    link.halfCloseToClient();
                }
            }
        },
        CUT_WITHIN_REQUEST {
            @Override
            void strike(List<FaultyLink> links) {
                links.forEach(link -> link.setToServer(new FaultyLink.CutAfter(150)));
                links.forEach(FaultyLink::reset);
                whileItLasts();
            }
        },
        CUT_WITHIN_ANSWER {
            @Override
            void strike(List<FaultyLink> links) {
                links.forEach(link -> link.setToClient(new FaultyLink.CutAfter(500)));
                links.forEach(FaultyLink::reset);
                whileItLasts();
            }
        },
        BLACK_HOLE {
            @Override
            void strike(List<FaultyLink> links) {
                during(links, new FaultyLink.Lost());
                // What was lost never comes: the connection it was lost from is of no use.
                links.forEach(FaultyLink::reset);
            }
        };

        abstract void strike(List<FaultyLink> links) throws IOException;

        private static void during(List<FaultyLink> links, FaultyLink.Passage passage) {
            links.forEach(link -> link.set(passage));
            whileItLasts();
        }

        private static void whileItLasts() {
            LockSupport.parkNanos(Duration.ofMillis(1_500).toNanos());
        }
    }

    @BeforeAll
    static void begin() throws Exception {
        stage = new FaultyStage(cluster);
    }

    @AfterEach
    void nothing_is_left() {
        stage.toBrokers().forEach(link -> link.set(CLEAR));
        stage.toProxy().forEach(link -> link.set(CLEAR));
        stage.awaitNothingLeft();
    }

    @AfterAll
    static void end() throws IOException {
        stage.close();
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(Fault.values())
                .flatMap(fault -> Stream.of(Arguments.of(fault, true), Arguments.of(fault, false)));
    }

    @ParameterizedTest(name = "{0}, before brokers: {1}")
    @MethodSource("everywhere")
    void records_arrive_once_and_in_order_and_all_clients_go_on(Fault fault, boolean beforeBrokers) throws Exception {
        String topic = "faults-" + fault + "-" + beforeBrokers;
        cluster.createTopics(1, topic);
        List<FaultyLink> links = beforeBrokers ? stage.toBrokers() : stage.toProxy();
        List<NumberedReader> group = NumberedReader.group(stage.bootstrap(), topic, 1);
        try (NumberedProducer producer = NumberedProducer.idempotent(stage.bootstrap(), topic, 1);
                Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrap()))) {
            producer.awaitProgress(SOME);
            fault.strike(links);
            links.forEach(link -> link.set(CLEAR));
            producer.awaitProgress(SOME);
            int written = producer.stop();

            group.get(0).awaitAll(1, written);
            assertThat(NumberedReader.read(stage.bootstrap(), topic, 0))
                    .isEqualTo(IntStream.range(0, written).boxed().toList());
            assertThat(admin.listTopics().names().get(60, TimeUnit.SECONDS)).contains(topic);
        } finally {
            group.forEach(NumberedReader::close);
        }
    }

    @Test
    void a_reset_broker_link_is_passed_on_at_once_and_the_next_connection_serves() throws Exception {
        try (RawClient client = RawClient.connect(stage.firstBroker())) {
            client.apiVersions(4);
            client.socket().setSoTimeout((int) AT_ONCE.toMillis());
            stage.toBrokers().forEach(FaultyLink::reset);
            assertThat(client.isClosedByPeer()).isTrue();
        }
        try (RawClient again = RawClient.connect(stage.firstBroker())) {
            again.apiVersions(4);
        }
    }

    @Test
    void a_broker_that_ends_its_side_is_passed_on_at_once() throws Exception {
        try (RawClient client = RawClient.connect(stage.firstBroker())) {
            client.apiVersions(4);
            client.socket().setSoTimeout((int) AT_ONCE.toMillis());
            for (FaultyLink link : stage.toBrokers()) {
                link.halfCloseToClient();
            }
            assertThat(client.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void a_client_that_is_cut_off_within_a_request_leaves_neither_session_nor_broker_connection() throws Exception {
        byte[] request = RawClient.frame(new ApiVersionsRequestData(), (short) 0, 1, "cut");
        try (RawClient client = RawClient.connect(stage.firstBroker())) {
            client.apiVersions(4);
            client.sendBytes(Arrays.copyOf(request, request.length / 2));
            Awaitility.await().until(() -> stage.sessions() == 1);
            stage.toProxy().forEach(FaultyLink::reset);
            Awaitility.await().atMost(AT_ONCE).until(() -> stage.sessions() == 0);
            Awaitility.await()
                    .atMost(AT_ONCE)
                    .until(() -> stage.toBrokers().stream().allMatch(link -> link.connections() == 0));
        }
    }

    @Test
    void a_client_that_ends_its_side_still_gets_the_answers_it_waits_for() throws Exception {
        stage.toBrokers().forEach(link -> link.setToClient(new FaultyLink.Delayed(Duration.ofMillis(300))));
        try (RawClient client = RawClient.connect(stage.firstBroker())) {
            client.send(new ApiVersionsRequestData(), 0);
            client.shutdownOutput();
            assertThat(client.read().version()).isZero();
            assertThat(client.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void an_answer_that_the_network_does_not_take_holds_little_memory_and_none_once_the_client_is_gone()
            throws Exception {
        String topic = "faults-large";
        cluster.createTopics(1, topic);
        writeMegabytes(topic, 16);
        int leader = leader(topic);
        int index = IntStream.range(0, ThreeBrokers.IDS.length)
                .filter(i -> ThreeBrokers.IDS[i] == leader)
                .findFirst()
                .orElseThrow();
        try (RawClient client = RawClient.connect(stage.toProxy().get(1 + index).address())) {
            client.apiVersions(4);
            stage.toProxy().forEach(link -> link.setToClient(new FaultyLink.Trickling(Duration.ofMillis(1))));
            client.sendWithoutAnswer(fetch(topic), 12);
            Awaitility.await().until(() -> FaultyStage.bufferBytes() > 0);
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> FaultyStage.bufferBytes() < 2 << 20);
            stage.toProxy().forEach(FaultyLink::reset);
            Awaitility.await().atMost(AT_ONCE).until(() -> stage.sessions() == 0);
        }
    }

    private static FetchRequestData fetch(String topic) {
        FetchRequestData.FetchPartition partition =
                new FetchRequestData.FetchPartition().setPartition(0).setPartitionMaxBytes(16 << 20);
        return new FetchRequestData()
                .setMaxWaitMs(100)
                .setMinBytes(1)
                .setMaxBytes(16 << 20)
                .setTopics(List.of(
                        new FetchRequestData.FetchTopic().setTopic(topic).setPartitions(List.of(partition))));
    }

    private static void writeMegabytes(String topic, int count) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", cluster.bootstrap(), "batch.size", "1000000");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>(topic, 0, null, new byte[1_000_000]))
                        .get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static int leader(String topic) throws Exception {
        try (Admin admin = cluster.admin()) {
            return ThreeBrokers.leader(admin, new TopicPartition(topic, 0));
        }
    }
}
