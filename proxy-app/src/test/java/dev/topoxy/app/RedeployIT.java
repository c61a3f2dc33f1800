package dev.topoxy.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.Topologies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application whose processors were changed, but not its topics, deployed again before a broker that keeps its topology. */
class RedeployIT {

    private static final String APPLICATION = "redeployed";

    @TempDir
    Path directory;

    @Test
    void a_redeployed_application_is_shown_as_it_is_now_and_both_versions_are_kept() throws Exception {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        Path config = Files.writeString(directory.resolve("topoxy.yaml"), """
                clusters:
                  - bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      group.streams.topology.description.class: file
                      plugin.config: {directory: "%s"}
                """.formatted(
                        cluster.bootstrap(), listen, directory.resolve("store")));
        StreamsApp.Setup setup = StreamsApp.Setup.of(listen, APPLICATION);
        cluster.createTopics(1, setup.topics().orders() + "-0", setup.topics().totals());

        try (ProxyProcess proxy = ProxyProcess.withConfig(config, listen, directory.resolve("proxy.log"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", listen))) {
            try (StreamsApp before = StreamsApp.start(setup.withTopology(topics -> Topologies.wide(topics, 1, 1)))) {
                NativeTopology.awaitAvailable(listen, before.setup().applicationId());
            }
            proxy.kill9();
            proxy.restart();
            assertThat(described(admin)).contains("copy-0-step-0").doesNotContain("copy-0-step-1");

            try (StreamsApp after = StreamsApp.start(setup.withTopology(topics -> Topologies.wide(topics, 1, 2)))) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> described(admin).contains("copy-0-step-1"));
                assertThat(after.failure()).isEmpty();
            }
        }
        assertThat(stored()).singleElement().asString().contains("\"groupId\":\"" + APPLICATION + "\"");
        assertThat(stored().get(0).split("\"topologyDescriptionId\"", -1))
                .as("versions")
                .hasSize(3);
    }

    private static String described(Admin admin) {
        return NativeTopology.describe(admin, APPLICATION).topologyDescription().toString();
    }

    private List<String> stored() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("store"))) {
            List<Path> documents =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            assertThat(documents).hasSize(1);
            return List.of(Files.readString(documents.get(0)));
        }
    }
}
