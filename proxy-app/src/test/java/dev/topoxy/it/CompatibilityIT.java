package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.StreamsAppProcess;
import dev.topoxy.testkit.Workspace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which brokers and clients go together: the table of {@code docs/compatibility.md}, cell by cell. */
class CompatibilityIT {

    private static final List<String> CLIENTS = List.of(KafkaArtifacts.V4_2, KafkaArtifacts.V4_3, KafkaArtifacts.V4_4);

    private enum Broker {
        WITHOUT_STREAMS(KafkaArtifacts.V4_1, ", streams protocol off", "classic"),
        OLDEST(KafkaArtifacts.V4_2, "", "streams"),
        OLDER(KafkaArtifacts.V4_3, "", "streams"),
        NATIVE(KafkaArtifacts.V4_4, " without a plugin", "streams"),
        NATIVE_WITH_PLUGIN(KafkaArtifacts.V4_4, " with a plugin", "streams");

        private final String version;
        private final String text;
        private final String groupProtocol;

        Broker(String version, String besides, String groupProtocol) {
            this.version = version;
            this.text = version + besides;
            this.groupProtocol = groupProtocol;
        }

        private KafkaCluster cluster() {
            return this == NATIVE_WITH_PLUGIN ? SharedBrokers.nativeWithPlugin() : SharedBrokers.of(version);
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    /** By broker, what the document says of each client. */
    private static Map<String, List<String>> documented() throws IOException {
        Path document = Workspace.module().resolveSibling("docs").resolve("compatibility.md");
        Map<String, List<String>> table = new LinkedHashMap<>();
        Files.readAllLines(document).stream()
                .dropWhile(line -> !line.startsWith("| broker |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .filter(cells -> !cells.get(0).startsWith("---"))
                .forEach(cells -> table.put(cells.get(0), cells.subList(1, cells.size() - 1)));
        return table;
    }

    @Test
    void the_table_is_of_these_brokers_and_clients() throws IOException {
        Map<String, List<String>> table = documented();
        assertThat(table.remove("broker"))
                .isEqualTo(CLIENTS.stream().map(client -> "Streams " + client).toList());
        assertThat(table.keySet())
                .containsExactlyElementsOf(Arrays.stream(Broker.values())
                        .map(broker -> broker.text)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void an_application_of_each_version_works_and_shows_what_the_table_says(Broker broker) throws Exception {
        List<String> expected = documented().getOrDefault(broker.text, List.of());
        KafkaCluster cluster = broker.cluster();
        String admin = "127.0.0.1:" + FreePorts.consecutive(1);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(
                cluster.bootstrap(), "compatibility-" + broker.name(), "--admin-listen", admin)) {
            CompletableFuture<?>[] cells = CLIENTS.stream()
                    .map(client -> CompletableFuture.runAsync(() -> assertShown(
                            broker, cluster, proxy.bootstrap(), admin, client, expected.get(CLIENTS.indexOf(client)))))
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(cells).join();
        }
    }

    /** Of an application of that version, which does its work. */
    private void assertShown(
            Broker broker, KafkaCluster cluster, String bootstrap, String admin, String client, String expected) {
        String group = "compatible-" + client + "-" + broker.name().toLowerCase(Locale.ROOT);
        StreamsApp.Setup setup = StreamsApp.Setup.of(bootstrap, group);
        cluster.createTopics(1, setup.topics().all().toArray(String[]::new));
        try (StreamsAppProcess app = StreamsAppProcess.start(
                        client,
                        bootstrap,
                        group,
                        Map.of("group.protocol", broker.groupProtocol),
                        directory.resolve(group + ".log"));
                Admin tool = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            StreamsApp.produce(setup, 10);
            Totals.await(bootstrap, setup.topics().totals(), "product-9", "1");
            assertThat(app.jvm().isAlive()).isTrue();
            Awaitility.await("a " + client + " client before " + broker.text)
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(shown(broker, tool, admin, group)).isEqualTo(expected));
        }
    }

    private String shown(Broker broker, Admin tool, String admin, String group) throws Exception {
        String state = state(admin, group);
        boolean toolKnows = broker.groupProtocol.equals("streams")
                && NativeTopology.describe(tool, group).topologyDescriptionStatus()
                        == StreamsGroupTopologyDescriptionStatus.AVAILABLE;
        if (toolKnows) {
            return state.equals("stored") ? "description" : "the broker's description";
        }
        return state.isEmpty() ? "passes through" : state;
    }

    /** As the page shows it; empty where it knows no such group. */
    private String state(String admin, String group) throws Exception {
        URI address = URI.create("http://" + admin + "/api/v1/clusters/main/groups/" + group);
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() == 404
                ? ""
                : new ObjectMapper().readTree(answer.body()).path("state").asText();
    }
}
