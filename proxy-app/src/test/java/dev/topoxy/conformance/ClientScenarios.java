package dev.topoxy.conformance;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.Topologies;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.awaitility.Awaitility;

/** Real applications, Kafka's admin client, and Kafka's own tool whose text must be the same to the byte. */
final class ClientScenarios {

    private static final int WIDTH = 5;
    private static final int DEPTH = 98;

    private ClientScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario("client-orders-application", ClientScenarios::ordersApplication),
                application("client-application-of-500-nodes", topics -> Topologies.wide(topics, WIDTH, DEPTH)),
                application("client-application-with-a-chosen-sink", ClientScenarios::chosenSink),
                new Scenario("client-application-whose-description-is-refused", stage -> {
                    String group = stage.group("fail-permanent-");
                    try (StreamsApp app = start(stage, group, Topologies::orders);
                            Admin admin = stage.target().admin()) {
                        awaitStable(admin, app);
                        StreamsGroupDescription seen = NativeTopology.describe(admin, group);
                        stage.expect(
                                StreamsGroupTopologyDescriptionStatus.NOT_STORED, seen.topologyDescriptionStatus());
                    }
                }),
                new Scenario(
                        "client-tool-on-unknown-group",
                        stage -> tool(stage, "--describe", "--topology", "--group", stage.group())));
    }

    private static void ordersApplication(Stage stage) throws Exception {
        String group = stage.group();
        try (Admin admin = stage.target().admin()) {
            try (StreamsApp app = start(stage, group, Topologies::orders)) {
                StreamsGroupDescription seen = awaitStable(admin, app);
                stage.note("admin", seen.topologyDescription().toString());
                stage.note("admin status", seen.topologyDescriptionStatus().toString());
                Description.expectOfApplication(Description.AVAILABLE, stage, group);
                tool(stage, "--describe", "--topology", "--group", group);
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> NativeTopology.describe(admin, group).groupState() == GroupState.EMPTY);
            tool(stage, "--describe", "--topology", "--group", group);
            admin.deleteStreamsGroups(List.of(group)).all().get(30, TimeUnit.SECONDS);
            Description.of(stage, group);
        }
    }

    /** Its description as raw answer and as the admin client's. */
    private static Scenario application(String name, Function<Topologies.Topics, Topology> topology) {
        return new Scenario(name, stage -> {
            try (StreamsApp app = start(stage, stage.group(), topology);
                    Admin admin = stage.target().admin()) {
                stage.note(
                        "admin", awaitStable(admin, app).topologyDescription().toString());
                Description.expectOfApplication(Description.AVAILABLE, stage, stage.group());
            }
        });
    }

    private static StreamsApp start(Stage stage, String group, Function<Topologies.Topics, Topology> topology) {
        StreamsApp.Setup setup =
                StreamsApp.Setup.of(stage.target().bootstrap(), group).withTopology(topology);
        stage.target()
                .cluster()
                .createTopics(
                        1,
                        Stream.concat(
                                        setup.topics().all().stream(),
                                        IntStream.range(0, WIDTH)
                                                .mapToObj(i -> setup.topics().orders() + "-" + i))
                                .toArray(String[]::new));
        return StreamsApp.start(setup);
    }

    private static StreamsGroupDescription awaitStable(Admin admin, StreamsApp app) {
        String group = app.setup().applicationId();
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> NativeTopology.describe(admin, group), seen -> seen.groupState() == GroupState.STABLE);
    }

    private static void tool(Stage stage, String... arguments) {
        String[] all = Stream.concat(
                        Stream.of("--bootstrap-server", stage.target().bootstrap()), Stream.of(arguments))
                .toArray(String[]::new);
        KafkaTools.Result result = new KafkaTools(KafkaArtifacts.V4_4).run(KafkaTools.STREAMS_GROUPS, all);
        stage.note("tool's exit code", Integer.toString(result.exitCode()));
        stage.note("tool's output", result.out());
        stage.note("tool's errors", result.err());
    }

    /** A sink that has no topic of its own, as the application chooses one per record. */
    private static Topology chosenSink(Topologies.Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(topics.orders(), Consumed.with(Serdes.String(), Serdes.String()))
                .to((key, value, context) -> topics.totals(), Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }
}
