package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import java.io.IOException;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A gateway: one process before two clusters, of which one is to be left as it is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoClustersIT {

    private final KafkaCluster quiet = SharedBrokers.of(KafkaArtifacts.V4_2);
    private final KafkaCluster serving = SharedBrokers.of(KafkaArtifacts.V4_3);
    private final String quietAddress = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
    private final String servingAddress = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
    private CheckedProxy proxy;

    @BeforeAll
    void start() {
        String yaml = """
                clusters:
                  - name: quiet
                    bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      group.streams.topology.description.class: none
                  - name: serving
                    bootstrap.servers: %s
                    listen: %s
                """.formatted(quiet.bootstrap(), quietAddress, serving.bootstrap(), servingAddress);
        proxy = CheckedProxy.withConfig(yaml, servingAddress, "two-clusters");
    }

    @AfterAll
    void stop() {
        proxy.close();
    }

    @Test
    void without_a_plugin_the_versions_offered_are_the_brokers_own() throws Exception {
        for (int asked = 0; asked <= 5; asked++) {
            ApiVersionsResponseData direct = ApiVersionsIT.ask(quiet.bootstrap(), asked);

            ApiVersionsIT.assertThatSame(
                    direct, ApiVersionsIT.understood(direct), ApiVersionsIT.ask(quietAddress, asked));
        }
    }

    @Test
    void without_a_plugin_nothing_but_addresses_changes() throws Exception {
        for (int version = 0; version <= 13; version++) {
            MetadataResponseData direct = metadata(quiet.bootstrap(), version);
            MetadataResponseData proxied = metadata(quietAddress, version);

            assertThat(proxied.brokers())
                    .extracting(broker -> broker.host() + ":" + broker.port())
                    .doesNotContain(quiet.bootstrap());
            proxied.brokers().forEach(broker -> broker.setPort(quiet.broker().port("CLIENT")));
            assertThat(proxied).isEqualTo(direct);
        }
    }

    @Test
    void an_application_without_a_plugin_runs_and_one_beside_it_shows_its_topology() {
        StreamsApp.Setup left = StreamsApp.Setup.of(quietAddress, "two-clusters-quiet");
        StreamsApp.Setup right = StreamsApp.Setup.of(servingAddress, "two-clusters-serving");
        quiet.createTopics(1, left.topics().all().toArray(String[]::new));
        serving.createTopics(1, right.topics().all().toArray(String[]::new));

        try (StreamsApp one = StreamsApp.start(left);
                StreamsApp two = StreamsApp.start(right)) {
            NativeTopology.awaitAvailable(servingAddress, two.setup().applicationId());
            one.produce(10);
            Totals.await(quietAddress, left.topics().totals(), "product-9", "1");
            assertThat(one.failure()).isEmpty();
        }
    }

    private static MetadataResponseData metadata(String address, int version) throws IOException {
        try (RawClient client = RawClient.connect(address)) {
            return client.call(new MetadataRequestData(), version).as(MetadataResponseData.class);
        }
    }
}
