package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What other proxies were reported to do wrong, where it takes a real broker to show it. */
class FieldFaultsIT {

    private static final int API_VERSIONS = 3;

    private final String bootstrap = SharedBrokers.of(KafkaArtifacts.V4_3).bootstrap();

    @Test
    void a_broker_that_closes_idle_connections_leaves_no_socket_behind() throws Exception {
        ClusterSpec impatient = ClusterSpec.of(KafkaArtifacts.V4_3).withProperty("connections.max.idle.ms", "3000");
        try (CheckedProxy proxy =
                CheckedProxy.inFrontOf(SharedBrokers.of(impatient).bootstrap(), "broker-idle-close")) {
            long before = proxy.sockets();
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                RawClient client = RawClient.connect(proxy.bootstrap());
                client.apiVersions(API_VERSIONS);
                idle.add(client);
            }
            for (RawClient client : idle) {
                assertThat(client.isClosedByPeer()).isTrue();
            }
            // The clients have not closed their sides: the proxy must not wait for that. That of the look whether it
            // accepts may have been among those before.
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> proxy.sockets() <= before);
            for (RawClient client : idle) {
                client.close();
            }
        }
    }

    @Test
    void an_unknown_api_key_behind_a_valid_request_does_not_cost_the_valid_one_its_answer() throws Exception {
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(bootstrap, "unknown-api")) {
            try (RawClient client = RawClient.connect(proxy.bootstrap())) {
                client.apiVersions(API_VERSIONS);
                client.send(new MetadataRequestData(), 12);
                client.sendBytes(new byte[] {0, 0, 0, 10, 0x7f, 0x7f, 0, 0, 0, 0, 0, 9, 0, 0});
                assertThat(client.read().as(MetadataResponseData.class).brokers())
                        .hasSize(1);
                assertThat(client.isClosedByPeer()).isTrue();
            }
        }
    }

    @Test
    void ordinary_disconnects_write_no_warnings() throws Exception {
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(bootstrap, "disconnects")) {
            for (int i = 0; i < 100; i++) {
                try (RawClient client = RawClient.connect(proxy.bootstrap())) {
                    client.apiVersions(API_VERSIONS);
                    if (i % 2 == 0) {
                        client.socket().setSoLinger(true, 0);
                    }
                }
                new Socket(InetAddress.getLoopbackAddress(), proxy.bootstrapPort()).close();
            }
            assertThat(proxy.logLines()).noneMatch(line -> line.contains(" WARN "));
        }
    }
}
