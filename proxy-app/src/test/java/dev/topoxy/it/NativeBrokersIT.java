package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.common.message.StreamsGroupDescribeRequestData;
import org.junit.jupiter.api.Test;

/** Brokers of the release that has topology descriptions itself. */
class NativeBrokersIT {

    @Test
    void before_a_native_broker_without_a_plugin_the_proxy_serves() {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_4);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "native-without-plugin");
                Admin direct = cluster.admin()) {
            String printed = NativeTopology.printed(cluster, proxy.bootstrap(), NativeTopology.APPLICATION);

            assertThat(printed).isEqualTo(NativeTopology.text());
            assertThat(NativeTopology.describe(direct, NativeTopology.APPLICATION)
                            .topologyDescriptionStatus())
                    .isEqualTo(StreamsGroupTopologyDescriptionStatus.NOT_STORED);
        }
    }

    @Test
    void a_native_broker_with_a_plugin_keeps_the_description_itself_and_its_answers_pass_unchanged() throws Exception {
        KafkaCluster cluster = SharedBrokers.nativeWithPlugin();
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "native-with-plugin")) {
            StreamsApp.Setup setup = StreamsApp.Setup.of(proxy.bootstrap(), "native-proxied");
            cluster.createTopics(2, setup.topics().all().toArray(String[]::new));
            try (StreamsApp app = StreamsApp.start(setup)) {
                String group = app.setup().applicationId();
                NativeTopology.awaitAvailable(cluster.bootstrap(), group);

                assertThat(describe(proxy.bootstrap(), group)).isEqualTo(describe(cluster.bootstrap(), group));
                KafkaTools tools = new KafkaTools(KafkaArtifacts.V4_4);
                assertThat(tools.describeTopology(proxy.bootstrap(), group).outOrThrow())
                        .isEqualTo(tools.describeTopology(cluster.bootstrap(), group)
                                .outOrThrow());
            }
        }
    }

    /** The whole answer as it came, to a request that is the same each time. */
    private static byte[] describe(String address, String group) throws IOException {
        StreamsGroupDescribeRequestData request = new StreamsGroupDescribeRequestData()
                .setGroupIds(List.of(group))
                .setIncludeTopologyDescription(true);
        try (RawClient client = RawClient.connect(address)) {
            client.apiVersions(4);
            client.sendBytes(RawClient.frame(request, (short) 1, 7, "same"));
            return client.readFrame();
        }
    }
}
