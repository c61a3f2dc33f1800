package dev.topoxy.it;

import dev.topoxy.testkit.KafkaCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A broker that the proxy has not heard of joins. */
class NewBrokerIT {

    private final KafkaCluster cluster = ThreeBrokers.cluster();

    @AfterAll
    static void restore() {
        ThreeBrokers.restoreAll();
    }

    @Test
    void a_broker_that_joins_later_is_reached_through_its_port_without_a_restart() throws Exception {
        try (Admin direct = cluster.admin()) {
            cluster.broker(4711).stop();
            awaitNodes(direct, Set.of(1, 5));
            try (CheckedProxy proxy = CheckedProxy.inFrontOf(cluster.bootstrap(), "new-broker");
                    Admin admin = Admin.create(Map.of("bootstrap.servers", proxy.bootstrap()))) {
                awaitNodes(admin, Set.of(1, 5));

                cluster.restart(cluster.broker(4711));

                awaitNodes(admin, Set.of(1, 5, 4711));
                admin.createTopics(List.of(new NewTopic("joined", Map.of(0, List.of(4711)))))
                        .all()
                        .get(30, TimeUnit.SECONDS);
                try (ClientSockets sockets = ClientSockets.watch();
                        NumberedProducer producer = NumberedProducer.idempotent(proxy.bootstrap(), "joined", 1)) {
                    producer.awaitProgress(10);
                    int port = Integer.parseInt(proxy.nodeAddress(4711).split(":", -1)[1]);
                    Awaitility.await().until(() -> sockets.remotePorts().contains(port));
                    producer.stop();
                }
            }
        }
    }

    private static void awaitNodes(Admin admin, Set<Integer> expected) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> admin.describeCluster().nodes().get(10, TimeUnit.SECONDS).stream()
                        .map(Node::id)
                        .collect(Collectors.toSet())
                        .equals(expected));
    }
}
