package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.KafkaArtifacts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.SharedBrokers;
import dev.topoxy.testkit.StreamsApp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A 4.4 client reports task offsets, which brokers before 4.4 refuse with an error that ends the application. */
class StandbyReplicasIT {

    private static final String GROUP = "standby";
    private static final Duration HOLDS_FOR = Duration.ofSeconds(Integer.getInteger("topoxy.it.standby.seconds", 30));

    @Test
    void an_application_with_standby_replicas_and_task_offsets_keeps_running_on_an_older_broker() throws Exception {
        KafkaCluster cluster = SharedBrokers.of(KafkaArtifacts.V4_3);
        try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "standby")) {
            StreamsApp.Setup setup =
                    StreamsApp.Setup.of(proxy.bootstrap(), GROUP).withSetting("num.stream.threads", "2");
            cluster.createTopics(4, setup.topics().all().toArray(String[]::new));
            haveStandbys(proxy.bootstrap());

            try (ClientErrors errors = ClientErrors.watch();
                    StreamsApp one = StreamsApp.start(setup);
                    StreamsApp two = StreamsApp.start(setup)) {
                one.produce(200);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> standbyTasks(one) > 0 && standbyTasks(two) > 0);

                Awaitility.await()
                        .during(HOLDS_FOR)
                        .atMost(HOLDS_FOR.plusSeconds(30))
                        .until(() -> {
                            one.produce(20);
                            return runs(one) && runs(two);
                        });
                assertThat(errors.seen()).isEmpty();
                NativeTopology.awaitAvailable(proxy.bootstrap(), GROUP);
            }
        }
    }

    private static void haveStandbys(String bootstrap) throws Exception {
        AlterConfigOp standbys =
                new AlterConfigOp(new ConfigEntry("streams.num.standby.replicas", "1"), AlterConfigOp.OpType.SET);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.incrementalAlterConfigs(
                            Map.of(new ConfigResource(ConfigResource.Type.GROUP, GROUP), List.of(standbys)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static long standbyTasks(StreamsApp app) {
        Stream<ThreadMetadata> threads = app.streams().metadataForLocalThreads().stream();
        return threads.mapToLong(thread -> thread.standbyTasks().size()).sum();
    }

    private static boolean runs(StreamsApp app) {
        return app.failure().isEmpty() && app.streams().state() == KafkaStreams.State.RUNNING;
    }
}
