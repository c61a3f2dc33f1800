package dev.topoxy.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.NewTopics;
import dev.topoxy.testkit.StreamsApp;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.Container.ExecResult;

/** The image as it is run anywhere: without a shell, without permissions, on a file system that cannot be written. */
class ImageIT {

    @Test
    void a_container_shows_the_topology_exactly_as_a_native_broker_and_stops_cleanly() throws Exception {
        Optional<String> obstacle = Containers.obstacle();
        obstacle.ifPresent(reason -> System.out.println("The image is not tried: " + reason));
        assumeTrue(obstacle.isEmpty());
        try (Containers containers = Containers.start()) {
            assertThat(topology(containers.bootstrap())).isEqualTo(NativeTopology.text());

            ExecResult health = containers.topoxy().execInContainer("java", "@topoxy", "health");
            assertThat(health.getExitCode()).as(health.getStderr()).isZero();
            assertThat(containers
                            .topoxy()
                            .execInContainer("java", "@topoxy", "ping", "--bootstrap-server", containers.bootstrap())
                            .getStdout())
                    .contains("with topology descriptions");

            assertThat(containers.stopTopoxy()).isZero();
            assertThat(containers.topoxy().getLogs()).endsWith("stopped\n").doesNotContain(" WARN ", " ERROR ");
        }
    }

    private static String topology(String bootstrap) {
        StreamsApp.Setup setup = StreamsApp.Setup.of(bootstrap, NativeTopology.APPLICATION);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            NewTopics.create(
                    admin,
                    setup.topics().all().stream()
                            .map(topic -> new NewTopic(topic, 2, (short) 1))
                            .toList());
        }
        try (StreamsApp app = StreamsApp.start(setup)) {
            NativeTopology.awaitAvailable(bootstrap, app.setup().applicationId());
            return new KafkaTools(KafkaArtifacts.V4_4)
                    .describeTopology(bootstrap, NativeTopology.APPLICATION)
                    .outOrThrow();
        }
    }
}
