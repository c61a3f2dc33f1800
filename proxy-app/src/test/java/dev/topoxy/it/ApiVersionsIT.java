package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.RawClient;
import dev.topoxy.testkit.SharedBrokers;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the proxy says that it speaks. */
class ApiVersionsIT {

    private static final int NEWEST = 5;

    @ParameterizedTest
    @ValueSource(strings = {KafkaArtifacts.V4_2, KafkaArtifacts.V4_3})
    void an_older_broker_gains_topology_descriptions_and_nothing_else_changes(String version) throws Exception {
        KafkaCluster cluster = SharedBrokers.of(version);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "api-versions-" + version)) {
            for (int asked = 0; asked <= NEWEST; asked++) {
                ApiVersionsResponseData direct = ask(cluster.bootstrap(), asked);
                Map<Short, String> expected = understood(direct);
                if (direct.errorCode() == 0) {
                    expected.putAll(Map.of((short) 88, "0-1", (short) 89, "0-1", (short) 93, "0-0"));
                }

                assertThatSame(direct, expected, ask(proxy.bootstrap(), asked));
            }
        }
    }

    @Test
    void a_broker_that_has_them_is_offered_as_it_is() throws Exception {
        KafkaCluster cluster = SharedBrokers.nativeWithPlugin();
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "api-versions-native")) {
            for (int asked = 0; asked <= NEWEST; asked++) {
                ApiVersionsResponseData direct = ask(cluster.bootstrap(), asked);

                assertThatSame(direct, understood(direct), ask(proxy.bootstrap(), asked));
            }
        }
    }

    @Test
    void a_client_that_never_asks_is_served_and_still_learns_only_the_proxys_addresses() throws Exception {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "never-asks")) {
            for (int asked = 0; asked <= 13; asked++) {
                try (RawClient client = RawClient.connect(proxy.bootstrap())) {
                    MetadataResponseData answer =
                            client.call(new MetadataRequestData(), asked).as(MetadataResponseData.class);
                    assertThat(answer.brokers())
                            .extracting(broker -> broker.host() + ":" + broker.port())
                            .containsExactly(proxy.nodeAddress(0));
                }
            }
            try (RawClient client = RawClient.connect(proxy.bootstrap())) {
                FindCoordinatorRequestData request = new FindCoordinatorRequestData().setKey("never-asks");
                FindCoordinatorResponseData answer = client.call(request, 3).as(FindCoordinatorResponseData.class);
                assertThat(answer.port()).isNotEqualTo(cluster.broker().port("CLIENT"));
            }
        }
    }

    static ApiVersionsResponseData ask(String address, int version) throws IOException {
        try (RawClient client = RawClient.connect(address)) {
            return client.apiVersions(version).as(ApiVersionsResponseData.class);
        }
    }

    private static Map<Short, String> ranges(ApiVersionsResponseData response) {
        Map<Short, String> ranges = new TreeMap<>();
        response.apiKeys().forEach(api -> ranges.put(api.apiKey(), api.minVersion() + "-" + api.maxVersion()));
        return ranges;
    }

    /** The broker's own, without the SASL handshake whose tokens go unframed: nobody between could follow those. */
    static Map<Short, String> understood(ApiVersionsResponseData direct) {
        Map<Short, String> ranges = ranges(direct);
        ranges.replace((short) 17, "0-1", "1-1");
        return ranges;
    }

    /** All but the epoch of the features, which grows with time. */
    static void assertThatSame(
            ApiVersionsResponseData direct, Map<Short, String> ranges, ApiVersionsResponseData proxied) {
        assertThat(ranges(proxied)).isEqualTo(ranges);
        assertThat(proxied.errorCode()).isEqualTo(direct.errorCode());
        assertThat(proxied.throttleTimeMs()).isEqualTo(direct.throttleTimeMs());
        assertThat(proxied.supportedFeatures()).isEqualTo(direct.supportedFeatures());
        assertThat(proxied.finalizedFeatures()).isEqualTo(direct.finalizedFeatures());
        assertThat(proxied.finalizedFeaturesEpoch()).isGreaterThanOrEqualTo(direct.finalizedFeaturesEpoch());
        assertThat(proxied.zkMigrationReady()).isEqualTo(direct.zkMigrationReady());
    }
}
