package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;

/** The proxy dies and comes back at the same address. */
class ProxyRestartIT {

    private static final String TOPIC = "restart-numbers";

    private final KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);

    @Test
    void clients_carry_on_by_themselves_when_the_proxy_was_killed_and_started_again() throws Exception {
        cluster.createTopics(1, TOPIC);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "restart");
                NumberedProducer producer = NumberedProducer.idempotent(proxy.bootstrap(), TOPIC, 1);
                StreamsApp app = application(proxy, "restart-before")) {
            List<NumberedReader> readers = NumberedReader.group(proxy.bootstrap(), TOPIC, 1);
            try {
                app.produce(10);
                NativeTopology.awaitAvailable(proxy.bootstrap(), "restart-before");
                producer.awaitProgress(100);

                proxy.kill9();
                proxy.restart();

                producer.awaitProgress(100);
                int written = producer.stop();
                readers.get(0).awaitAll(1, written);
                assertThat(NumberedReader.read(proxy.bootstrap(), TOPIC, 0))
                        .isEqualTo(IntStream.range(0, written).boxed().toList());
                app.produce(10);
                Totals.await(proxy.bootstrap(), app.setup().topics().totals(), "product-9", "2");
                assertThat(app.streams().state()).isEqualTo(KafkaStreams.State.RUNNING);
                assertThatDescriptionsAreThere(proxy);
            } finally {
                readers.forEach(NumberedReader::close);
            }
        }
    }

    @Test
    void brokers_ports_lead_to_a_broker_before_any_client_asked_for_metadata() throws Exception {
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "restart-ports");
                RawClient known = RawClient.connect(proxy.nodeAddress(0));
                RawClient unknown = RawClient.connect(proxy.nodeAddress(17))) {
            for (RawClient client : List.of(unknown, known)) {
                MetadataResponseData answer =
                        client.call(new MetadataRequestData(), 12).as(MetadataResponseData.class);
                assertThat(answer.brokers()).hasSize(1);
                assertThat("127.0.0.1:" + answer.brokers().iterator().next().port())
                        .isEqualTo(proxy.nodeAddress(0));
            }
        }
    }

    /** Of the application that was there before, whose description went with the memory store, and of a new one. */
    private void assertThatDescriptionsAreThere(CheckedProxy proxy) {
        try (StreamsApp another = application(proxy, "restart-after")) {
            NativeTopology.awaitAvailable(proxy.bootstrap(), another.setup().applicationId());
        }
        NativeTopology.awaitAvailable(proxy.bootstrap(), "restart-before");
    }

    private StreamsApp application(CheckedProxy proxy, String id) {
        StreamsApp.Setup setup = StreamsApp.Setup.of(proxy.bootstrap(), id);
        cluster.createTopics(1, setup.topics().all().toArray(String[]::new));
        return StreamsApp.start(setup);
    }
}
