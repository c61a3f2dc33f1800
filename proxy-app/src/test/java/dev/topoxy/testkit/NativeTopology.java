package dev.topoxy.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupTopologyDescriptionStatus;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** What a native 4.4 broker with a plugin makes of an application, and the means to see it anywhere. */
public final class NativeTopology {

    /** The application whose printed topology {@link #text} is. */
    public static final String APPLICATION = "golden";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static String text = "";

    private NativeTopology() {}

    /**
     * What Kafka's own tool prints for the orders application named {@link #APPLICATION} on a native broker: to be
     * matched byte for byte by whatever stands in for one.
     */
    public static synchronized String text() {
        if (text.isEmpty()) {
            KafkaCluster cluster = SharedBrokers.nativeWithPlugin();
            text = printed(cluster, cluster.bootstrap(), APPLICATION);
        }
        return text;
    }

    /** Runs the orders application at {@code bootstrap} until its topology is available, and prints it from there. */
    public static String printed(KafkaCluster cluster, String bootstrap, String application) {
        StreamsApp.Setup setup = StreamsApp.Setup.of(bootstrap, application);
        cluster.createTopics(2, setup.topics().all().toArray(String[]::new));
        try (StreamsApp app = StreamsApp.start(setup)) {
            awaitAvailable(bootstrap, app.setup().applicationId());
            return new KafkaTools(KafkaArtifacts.V4_4)
                    .describeTopology(bootstrap, application)
                    .outOrThrow();
        }
    }

    /** Waits until an Admin at {@code bootstrap} is given the group's topology description. */
    public static StreamsGroupDescription awaitAvailable(String bootstrap, String group) {
        return awaitStatus(
                Map.of("bootstrap.servers", bootstrap), group, StreamsGroupTopologyDescriptionStatus.AVAILABLE);
    }

    /** Waits for a status of the group's topology description, as a client with these settings sees it. */
    public static StreamsGroupDescription awaitStatus(
            Map<String, ?> clientSettings, String group, StreamsGroupTopologyDescriptionStatus status) {
        try (Admin admin = Admin.create(new HashMap<>(clientSettings))) {
            return Awaitility.await()
                    .atMost(TIMEOUT)
                    .pollInterval(Duration.ofMillis(200))
                    .until(
                            () -> describe(admin, group),
                            description -> description.topologyDescriptionStatus() == status);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("topology of " + group + " not " + status + ": " + e.getMessage(), e);
        }
    }

    /** The group with its topology description as an Admin client sees it now. */
    public static StreamsGroupDescription describe(Admin admin, String group) {
        try {
            Map<String, StreamsGroupDescription> described = admin.describeStreamsGroups(
                            List.of(group), new DescribeStreamsGroupsOptions().includeTopologyDescription(true))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            return Objects.requireNonNull(described.get(group));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("group " + group + " was not described", e);
        }
    }
}
