package dev.topoxy.bench;

import dev.topoxy.testkit.KafkaCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/**
 * What all workloads run on.
 *
 * @param direct the broker's own address
 * @param directory for outputs of tools
 */
record Bed(Options options, KafkaCluster cluster, String direct, Path directory) {

    /** Deletes a topic and does not wait for its files to go. */
    void deleteTopic(String name) {
        try (Admin admin = cluster.admin()) {
            admin.deleteTopics(List.of(name)).all().get(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topic " + name + " was deleted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("topic " + name + " was not deleted", e);
        }
    }
}
