package dev.topoxy.security;

import static org.apache.kafka.common.acl.AclOperation.ALL;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.topoxy.security.SecuredStages.Stage;
import dev.topoxy.testkit.BrokerSasl;
import dev.topoxy.testkit.NativeTopology;
import dev.topoxy.testkit.StreamsApp;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real applications that log in through the proxy and have no more rights than they need. */
class SecuredStreamsIT {

    private static final Case APPLICATION = Case.READ_AND_TOPICS;
    private static final Case READER = Case.DESCRIBE_ONLY;
    private static final Case STRANGER = Case.NOTHING;

    private static SecuredStages stages;

    @BeforeAll
    static void start() throws Exception {
        stages = SecuredStages.start();
    }

    @AfterAll
    static void stop() {
        stages.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"})
    void an_application_pushes_under_its_own_name_and_who_may_describe_the_group_reads_it(String mechanism)
            throws Exception {
        Stage stage = stages.proxied();
        String name = "secured-" + mechanism.toLowerCase(Locale.ROOT);
        StreamsApp.Setup setup =
                StreamsApp.Setup.of(stage.bootstrap(), name).withSettings(settings(mechanism, APPLICATION));
        stage.cluster().createTopics(2, setup.topics().all().toArray(String[]::new));
        try (Admin admin = stage.cluster().admin()) {
            Grant.give(admin, APPLICATION.user(), List.of(Grant.onGroup(READ, name), Grant.onTopics(ALL, name)));
            Grant.give(admin, READER.user(), List.of(Grant.onGroup(DESCRIBE, name), Grant.onTopics(DESCRIBE, name)));
        }

        try (StreamsApp app = StreamsApp.start(setup)) {
            var description = NativeTopology.awaitStatus(
                    client(mechanism, READER), name, StreamsGroupTopologyDescriptionStatus.AVAILABLE);
            assertThat(description.topologyDescription()).isPresent();
            assertThat(app.failure()).isEmpty();
            try (Admin stranger = Admin.create(client(mechanism, STRANGER))) {
                assertThatThrownBy(() -> NativeTopology.describe(stranger, name))
                        .hasRootCauseInstanceOf(GroupAuthorizationException.class);
            }
        }
    }

    private static Map<String, Object> client(String mechanism, Case user) {
        Map<String, Object> all = new HashMap<>(settings(mechanism, user));
        all.put("bootstrap.servers", stages.proxied().bootstrap());
        return all;
    }

    private static Map<String, String> settings(String mechanism, Case user) {
        return mechanism.equals("PLAIN")
                ? BrokerSasl.plainClient(user.user(), user.password())
                : BrokerSasl.scramClient(mechanism, user.user(), user.password());
    }
}
