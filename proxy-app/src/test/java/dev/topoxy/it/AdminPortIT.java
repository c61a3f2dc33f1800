package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.topoxy.app.metrics.Metric;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.Topologies;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator and a developer get from the admin port of a proxy with real applications. */
class AdminPortIT {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MOST_BYTES = 2_000;

    private final KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
    private final HttpClient http = HttpClient.newHttpClient();
    private final String admin = "127.0.0.1:" + FreePorts.consecutive(1);
    private ProxyProcess proxy;

    @TempDir
    Path directory;

    @BeforeEach
    void start() throws IOException {
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        Path config = Files.writeString(directory.resolve("topoxy.yaml"), """
                admin: {listen: "%s"}
                clusters:
                  - bootstrap.servers: %s
                    listen: %s
                    topology.description:
                      group.streams.topology.description.class: kafka
                      group.streams.topology.description.max.bytes: %d
                      plugin.config: {topic: admin-port-%s}
                """.formatted(
                        admin, cluster.bootstrap(), listen, MOST_BYTES, directory.getFileName()));
        proxy = ProxyProcess.start(
                List.of("--config", config.toString()),
                Map.of("TOPOXY_LOG_FORMAT", "json"),
                listen,
                directory.resolve("proxy.log"));
        Awaitility.await().ignoreExceptions().until(() -> get("clusters").statusCode() == 200);
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    @Test
    void two_versions_of_an_application_are_listed_described_compared_searched_and_joined() throws Exception {
        assertThat(json("clusters/main/groups").path("total").asInt()).isZero();
        assertThat(get("clusters/main/groups/shop").body()).contains("There is no such group.");

        StreamsApp.Setup shop = setup("shop");
        StreamsApp.Setup audit = setup("audit");
        // Brokers refuse another set of topics as long as the group exists.
        try (StreamsApp before = StreamsApp.start(shop.withTopology(topics -> Topologies.wide(topics, 1, 1)))) {
            awaitState("shop", "stored");
            assertThat(before.failure()).isEmpty();
        }
        try (StreamsApp now = StreamsApp.start(shop.withTopology(topics -> Topologies.wide(topics, 1, 2)));
                StreamsApp other = StreamsApp.start(audit)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(
                                    json("clusters/main/groups/shop/history").path("versions"))
                            .hasSize(2));
            awaitState("audit", "stored");
            assertThat(now.failure()).isEmpty();
            assertThat(other.failure()).isEmpty();

            String printed = new KafkaTools(KafkaArtifacts.V4_4)
                    .describeTopology(proxy.bootstrap(), "shop")
                    .outOrThrow();
            assertThat(printed.strip())
                    .isEqualTo(
                            get("clusters/main/groups/shop/topology.txt").body().strip());
            assertThat(get("clusters/main/groups/shop/diff.txt").body()).contains("copy-0-step-1");
            assertThat(get("clusters/main/diff.txt?fromGroup=audit&toGroup=shop")
                            .body())
                    .contains("totals-sink");
            assertThat(names(json("clusters/main/groups?search=shop-order-totals")
                            .path("groups")
                            .findValues("group")))
                    .containsExactly("shop");
            JsonNode topic = json("clusters/main/topics/shop-orders-0");
            assertThat(names(topic.path("readers"))).containsExactly("shop");
            assertThat(names(topic.path("writers"))).isEmpty();
            assertThat(get("clusters/main/lineage.svg").body()).contains(">shop<", ">audit<", ">shop-order-totals<");
            assertUnchangedIsNotSentAgain("clusters/main/groups/shop/topology.svg");
            assertAllMetricsAreThere();
        }
    }

    @Test
    void a_description_that_is_too_large_is_shown_as_refused_with_both_sizes() throws Exception {
        StreamsApp.Setup setup = setup("vast").withTopology(topics -> Topologies.wide(topics, 3, 40));
        try (StreamsApp app = StreamsApp.start(setup)) {
            JsonNode group = awaitState("vast", "refused");
            assertThat(group.path("reason").asText())
                    .matches(".* of \\d{4,} bytes is larger than the " + MOST_BYTES + " bytes that"
                            + " group\\.streams\\.topology\\.description\\.max\\.bytes allows\\.");
            assertThat(app.failure()).isEmpty();
        }
    }

    @Test
    void a_connection_leaves_a_summary_in_the_log_once_its_logger_is_told_to() throws Exception {
        String logger = "loggers/dev.topoxy.core.session.Session";
        assertThat(put(logger, "{\"level\":\"DEBUG\"}").statusCode()).isEqualTo(200);
        StreamsApp.produce(setup("summarised"), 3);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(log()).anySatisfy(line -> {
                    assertThat(line.path("message").asText()).contains("ended after", " requests, ");
                    assertThat(line.path("connection").asText()).isNotEmpty();
                    assertThat(line.path("broker").asText())
                            .isEqualTo("127.0.0.1:" + cluster.broker().port("CLIENT"));
                    assertThat(line.path("requests").asInt()).isPositive();
                    assertThat(line.path("bytes_from_client").asLong()).isPositive();
                    assertThat(line.path("bytes_from_broker").asLong()).isPositive();
                    assertThat(line.path("reason").asText()).isEqualTo("client_closed");
                }));
        assertThat(put(logger, "{\"level\":null}").statusCode()).isEqualTo(200);
    }

    private StreamsApp.Setup setup(String application) {
        StreamsApp.Setup setup = StreamsApp.Setup.of(proxy.bootstrap(), application);
        List<String> topics = new ArrayList<>(setup.topics().all());
        for (int i = 0; i < 3; i++) {
            topics.add(setup.topics().orders() + "-" + i);
        }
        cluster.createTopics(1, topics.toArray(String[]::new));
        return setup;
    }

    private JsonNode awaitState(String group, String state) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> MAPPER.readTree(
                                get("clusters/main/groups/" + group).body()),
                        found -> found.path("state").asText().equals(state));
    }

    private void assertUnchangedIsNotSentAgain(String path) throws Exception {
        String tag = get(path).headers().firstValue("ETag").orElseThrow();
        HttpRequest again = request(path).header("If-None-Match", tag).build();
        HttpResponse<String> answer = http.send(again, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(304);
        assertThat(answer.body()).isEmpty();
    }

    /** But for those of what has not happened here: TLS, connections that were refused, pushes that were. */
    private void assertAllMetricsAreThere() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + admin + "/metrics"))
                .build();
        String metrics =
                http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        List<String> missing = Arrays.stream(Metric.values())
                .map(Metric::exposedName)
                .filter(name -> !metrics.contains("\n" + name))
                .toList();
        assertThat(missing)
                .containsExactlyInAnyOrder(
                        "topoxy_tls_certificate_expiry_seconds",
                        "topoxy_tls_reload_failures_total",
                        "topoxy_connections_refused_total",
                        "topoxy_pushes_refused_total");
        assertThat(metrics).containsPattern("topoxy_store_lag_seconds\\{cluster=\"main\"} [0-9]\\.0\n");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + admin + "/api/v1/" + path));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> put(String path, String body) throws IOException, InterruptedException {
        return http.send(
                request(path).PUT(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return MAPPER.readTree(answer.body());
    }

    private static List<String> names(Iterable<JsonNode> nodes) {
        return StreamSupport.stream(nodes.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** All of it is JSON, line by line. */
    private List<JsonNode> log() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("proxy.log"))) {
            try {
                lines.add(MAPPER.readTree(line));
            } catch (JsonProcessingException e) {
                throw new AssertionError("not JSON: " + line, e);
            }
        }
        return lines;
    }
}
