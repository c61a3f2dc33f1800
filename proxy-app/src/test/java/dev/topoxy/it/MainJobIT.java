package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.SharedBrokers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the product is for. */
class MainJobIT {

    @ParameterizedTest
    @ValueSource(strings = {KafkaArtifacts.V4_3, KafkaArtifacts.V4_2})
    void through_the_proxy_an_older_broker_shows_the_topology_exactly_as_a_native_one(String version) {
        KafkaCluster cluster = SharedBrokers.of(version);

        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "main-job-" + version)) {
            String printed = NativeTopology.printed(cluster, proxy.bootstrap(), NativeTopology.APPLICATION);

            assertThat(printed).isEqualTo(NativeTopology.text());
        }
    }
}
