package dev.topoxy.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;

/**
 * Topics that clients can use at once. A broker answers a creation before it has learned of the topics itself, and a
 * Streams application does not start without the partitions of a global store's topic.
 */
public final class NewTopics {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private NewTopics() {}

    /** Creates the topics and waits until each partition has a leader in what a broker tells clients. */
    public static void create(Admin admin, Collection<NewTopic> topics) {
        List<String> names = topics.stream().map(NewTopic::name).toList();
        try {
            admin.createTopics(topics).all().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topics were created", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("topics " + names + " were not created", e);
        }
        Awaitility.await("topics " + names + " to be known")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> haveLeaders(admin, names));
    }

    private static boolean haveLeaders(Admin admin, List<String> names) throws Exception {
        return admin.describeTopics(names).allTopicNames().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .map(TopicPartitionInfo::leader)
                .noneMatch(leader -> leader == null || leader.isEmpty());
    }
}
