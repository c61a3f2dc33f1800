package dev.topoxy.testkit;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Group coordinators, which a new cluster has only once the first client looked for one. */
public final class Coordinators {

    /** Enough names to meet every partition of the offsets topic. */
    private static final int NAMES = 20;

    private Coordinators() {}

    /** Returns when clients that do not wait for coordinators themselves can go on. */
    public static void awaitReady(KafkaCluster cluster) {
        List<String> groups =
                IntStream.range(0, NAMES).mapToObj(i -> "no-group-" + i).toList();
        try (Admin admin = cluster.admin()) {
            for (KafkaFuture<?> each :
                    admin.describeStreamsGroups(groups).describedGroups().values()) {
                awaitAnswer(each);
            }
        }
    }

    /** The groups do not exist, but it takes a coordinator to say so. */
    private static void awaitAnswer(KafkaFuture<?> description) {
        try {
            description.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw new IllegalStateException("no coordinator", e);
            }
        } catch (TimeoutException e) {
            throw new IllegalStateException("no coordinator", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
