package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.ClusterSpec;
import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.KafkaTools;
import dev.topoxy.testkit.SharedBrokers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What an operator has at hand, through the proxy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToolsIT {

    private static final String CONFIGS = "org.apache.kafka.tools.ConfigCommand";
    private static final String GROUPS = "org.apache.kafka.tools.GroupsCommand";
    private static final String TOPIC = "tools";
    private static final int RECORDS = 5_000;

    private final KafkaTools tools = new KafkaTools(KafkaArtifacts.V4_4);
    private final KafkaCluster cluster = SharedBrokers.of(ClusterSpec.of(KafkaArtifacts.V4_3)
            .withProperty("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
            .withProperty("super.users", "User:ANONYMOUS"));
    private CheckedProxy proxy;

    @BeforeAll
    void start() {
        proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "tools");
    }

    @AfterAll
    void stop() {
        proxy.close();
    }

    @Test
    void topics_configs_groups_and_acls_are_changed_and_shown_as_without_the_proxy() {
        inParallel(
                () -> run(KafkaTools.TOPICS, "--create", "--topic", TOPIC, "--partitions", "3"),
                () -> run(
                        KafkaTools.ACLS,
                        "--add",
                        "--allow-principal",
                        "User:alice",
                        "--operation",
                        "Read",
                        "--topic",
                        TOPIC));
        run(
                CONFIGS,
                "--alter",
                "--entity-type",
                "topics",
                "--entity-name",
                TOPIC,
                "--add-config",
                "retention.ms=12345");

        inParallel(
                () -> assertThat(same(KafkaTools.TOPICS, "--describe", "--topic", TOPIC))
                        .contains("PartitionCount: 3"),
                () -> assertThat(same(KafkaTools.ACLS, "--list", "--topic", TOPIC))
                        .contains("User:alice"),
                () -> assertThat(same(CONFIGS, "--describe", "--entity-type", "topics", "--entity-name", TOPIC))
                        .contains("retention.ms=12345"),
                () -> same(GROUPS, "--list"));
    }

    @Test
    void the_performance_tools_write_and_read_all_records() throws Exception {
        cluster.createTopics(3, "perf");
        String records = Integer.toString(RECORDS);

        String written = run(
                KafkaTools.PRODUCER_PERFORMANCE,
                "--topic",
                "perf",
                "--num-records",
                records,
                "--record-size",
                "1024",
                "--throughput",
                "-1");
        run(KafkaTools.CONSUMER_PERFORMANCE, "--topic", "perf", "--num-records", records, "--group", "perf-group");

        assertThat(written).contains(records + " records sent");
        assertThat(count("perf", 3)).isEqualTo(RECORDS);
        String group = same(KafkaTools.CONSUMER_GROUPS, "--describe", "--group", "perf-group");
        assertThat(group).contains("perf-group").contains("perf");
    }

    @Test
    void records_without_acknowledgement_all_arrive_although_the_client_closes_at_once() throws Exception {
        cluster.createTopics(3, "unacknowledged");

        run(
                KafkaTools.VERIFIABLE_PRODUCER,
                "--topic",
                "unacknowledged",
                "--acks",
                "0",
                "--max-messages",
                Integer.toString(RECORDS));

        assertThat(count("unacknowledged", 3)).isEqualTo(RECORDS);
    }

    private long count(String topic, int partitions) throws Exception {
        long count = 0;
        try (Admin admin = cluster.admin()) {
            for (int partition = 0; partition < partitions; partition++) {
                TopicPartition each = new TopicPartition(topic, partition);
                count += admin.listOffsets(Map.of(each, OffsetSpec.latest()))
                        .partitionResult(each)
                        .get(30, TimeUnit.SECONDS)
                        .offset();
            }
        }
        return count;
    }

    /** What the tool prints through the proxy, which is what it prints without. */
    private String same(String tool, String... args) {
        CompletableFuture<String> direct = CompletableFuture.supplyAsync(() -> run(cluster.bootstrap(), tool, args));
        String proxied = run(tool, args);
        assertThat(proxied).isEqualTo(direct.join());
        return proxied;
    }

    private String run(String tool, String... args) {
        return run(proxy.bootstrap(), tool, args);
    }

    private String run(String bootstrap, String tool, String[] args) {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", bootstrap));
        all.addAll(Arrays.asList(args));
        return tools.run(tool, all.toArray(String[]::new)).outOrThrow();
    }

    private static void inParallel(Runnable... steps) {
        CompletableFuture.allOf(
                        Arrays.stream(steps).map(CompletableFuture::runAsync).toArray(CompletableFuture[]::new))
                .join();
    }
}
