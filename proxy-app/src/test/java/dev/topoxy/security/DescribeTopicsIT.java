package dev.topoxy.security;

import static org.apache.kafka.common.acl.AclOperation.ALL;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.ProxyConfigFile;
import dev.topoxy.testkit.ProxyProcess;
import dev.topoxy.testkit.StreamsApp;
import dev.topoxy.testkit.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code describe.topics: authorized} the broker's own authorizer decides over each topic of a description. */
class DescribeTopicsIT {

    private static final Case APPLICATION = Case.READ_AND_TOPICS;
    private static final Case READER = Case.DESCRIBE_ONLY;
    private static final Case NOT_FOR_THE_SINK = Case.ANOTHER_GROUP;

    @TempDir
    static Path directory;

    @Test
    void a_description_is_not_given_to_who_may_not_describe_the_topic_of_a_sink() throws Exception {
        KafkaCluster cluster = SecuredStages.behindTheProxy();
        String listen = "127.0.0.1:" + FreePorts.consecutive(ProxyProcess.PORTS);
        Path config = ProxyConfigFile.write(
                directory, "authorized", cluster.bootstrap(), listen, Map.of("describe.topics", "authorized"));
        Path log = Workspace.target("logs").resolve("describe-topics-proxy.log");
        String name = "authorized-describe";
        StreamsApp.Setup setup = StreamsApp.Setup.of(listen, name).withSettings(login(APPLICATION));
        cluster.createTopics(2, setup.topics().all().toArray(String[]::new));
        try (Admin admin = cluster.admin()) {
            Grant.give(admin, APPLICATION.user(), List.of(Grant.onGroup(ALL, name), Grant.onTopics(ALL, name)));
            for (Case reader : List.of(READER, NOT_FOR_THE_SINK)) {
                Grant.give(
                        admin, reader.user(), List.of(Grant.onGroup(DESCRIBE, name), Grant.onTopics(DESCRIBE, name)));
            }
            Grant.give(
                    admin,
                    NOT_FOR_THE_SINK.user(),
                    List.of(Grant.onTopic(DESCRIBE, setup.topics().totals()).denied()));
        }
        try (ProxyProcess proxy = ProxyProcess.withConfig(config, listen, log);
                StreamsApp app = StreamsApp.start(setup)) {
            assertThat(NativeTopology.awaitStatus(
                                    client(listen, READER), name, StreamsGroupTopologyDescriptionStatus.AVAILABLE)
                            .topologyDescription())
                    .isPresent();
            try (Admin other = Admin.create(client(listen, NOT_FOR_THE_SINK))) {
                assertThat(NativeTopology.describe(other, name).topologyDescriptionStatus())
                        .isEqualTo(StreamsGroupTopologyDescriptionStatus.NOT_STORED);
            }
            assertThat(app.failure()).isEmpty();
            assertThat(Files.readString(proxy.jvm().log()))
                    .contains("describe.topics is authorized and the client may not describe 1 of its topics, like '"
                            + setup.topics().totals());
        }
    }

    private static Map<String, String> login(Case user) {
        return BrokerSasl.plainClient(user.user(), user.password());
    }

    private static Map<String, Object> client(String bootstrap, Case user) {
        Map<String, Object> all = new HashMap<>(login(user));
        all.put("bootstrap.servers", bootstrap);
        return all;
    }
}
