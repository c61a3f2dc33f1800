package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.StreamsAppProcess;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that know nothing of topology descriptions. */
class OlderClientIT {

    @Test
    void a_Streams_client_before_4_4_works_through_the_proxy_and_has_no_description(@TempDir Path directory) {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "older-client")) {
            StreamsApp.Setup setup = StreamsApp.Setup.of(proxy.bootstrap(), "older-client-proxied");
            cluster.createTopics(1, setup.topics().all().toArray(String[]::new));

            try (StreamsAppProcess app = StreamsAppProcess.start(
                            KafkaArtifacts.V4_3,
                            proxy.bootstrap(),
                            setup.applicationId(),
                            Map.of(),
                            directory.resolve("app.log"));
                    Admin admin = Admin.create(Map.of("bootstrap.servers", proxy.bootstrap()))) {
                StreamsApp.produce(setup, 10);

                Totals.await(proxy.bootstrap(), setup.topics().totals(), "product-9", "1");
                assertThat(app.jvm().isAlive()).isTrue();
                assertThat(NativeTopology.describe(admin, setup.applicationId()).topologyDescriptionStatus())
                        .isEqualTo(StreamsGroupTopologyDescriptionStatus.NOT_STORED);
            }
        }
    }
}
