package dev.topoxy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.testkit.FaultyLink;
import dev.topoxy.testkit.FreePorts;
import dev.topoxy.testkit.KafkaCluster;
import dev.topoxy.testkit.ProxyProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.VoidSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Brokers at ports of one's own choice, and a proxy that clients reach by another address than its own. */
class AddressSettingsIT {

    private final KafkaCluster cluster = ThreeBrokers.cluster();

    @Test
    void a_map_of_ports_serves_its_nodes_and_names_the_node_that_it_lacks() throws Exception {
        int port = FreePorts.consecutive(3);
        try (CheckedProxy proxy = CheckedProxy.withConfig(
                yaml(port, "{1: " + (port + 2) + ", 5: " + (port + 1) + "}"), "127.0.0.1:" + port, "port-map")) {
            assertThat(nodesSeenAt(proxy.bootstrap()))
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(1, "127.0.0.1:" + (port + 2), 5, "127.0.0.1:" + (port + 1)));
            assertThatLeadersAreWrittenTo(proxy, "port-map", List.of(1, 5));
            assertThatTheLogNamesNode4711Once(proxy);
        }
    }

    @Test
    void a_range_of_ports_serves_its_nodes_and_names_the_node_outside() throws Exception {
        int port = FreePorts.consecutive(6);
        String range = (port + 1) + "-" + (port + 5);
        try (CheckedProxy proxy = CheckedProxy.withConfig(
                yaml(port, range) + "      node.id.first: 1\n", "127.0.0.1:" + port, "port-range")) {
            assertThat(nodesSeenAt(proxy.bootstrap()))
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(1, "127.0.0.1:" + (port + 1), 5, "127.0.0.1:" + (port + 5)));
            assertThatLeadersAreWrittenTo(proxy, "port-range", List.of(5, 1));
            assertThatTheLogNamesNode4711Once(proxy);
        }
    }

    @Test
    void clients_come_by_the_advertised_host_and_port_alone() throws Exception {
        int advertised = FreePorts.consecutive(ProxyProcess.PORTS);
        String host = "127.0.0.2";
        List<FaultyLink> mapping = new ArrayList<>();
        try (CheckedProxy proxy =
                CheckedProxy.inFrontOf(cluster.bootstrap(), "advertised", "--advertised", host + ":" + advertised)) {
            for (int offset = 0; offset < ProxyProcess.PORTS; offset++) {
                mapping.add(FaultyLink.at(host, advertised + offset, proxy.bootstrapPort() + offset));
            }
            Map<Integer, String> expected = Map.of(
                    1, host + ":" + (advertised + 2),
                    5, host + ":" + (advertised + 6),
                    4711, host + ":" + (advertised + 1 + 4711 % 61));

            assertThat(nodesSeenAt(host + ":" + advertised)).containsExactlyInAnyOrderEntriesOf(expected);
            write(host + ":" + advertised, "advertised", List.of(4711));
            try (ClientSockets sockets = ClientSockets.watch();
                    NumberedProducer producer = NumberedProducer.idempotent(host + ":" + advertised, "advertised", 1)) {
                Awaitility.await().until(() -> sockets.remotePorts().contains(advertised + 1 + 4711 % 61));
                producer.awaitProgress(1);
                assertThat(sockets.remotePorts())
                        .doesNotContain(cluster.broker(4711).port("CLIENT"));
            }
        } finally {
            for (FaultyLink link : mapping) {
                link.close();
            }
        }
    }

    private String yaml(int port, String ports) {
        return """
                clusters:
                  - name: main
                    bootstrap.servers: %s
                    listen: 127.0.0.1:%d
                    brokers:
                      ports: %s
                """.formatted(cluster.bootstrap(), port, ports);
    }

    private static Map<Integer, String> nodesSeenAt(String bootstrap) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            return admin.describeCluster().nodes().get(30, TimeUnit.SECONDS).stream()
                    .collect(Collectors.toMap(Node::id, node -> node.host() + ":" + node.port()));
        }
    }

    private void assertThatLeadersAreWrittenTo(CheckedProxy proxy, String topic, List<Integer> leaders)
            throws Exception {
        write(proxy.bootstrap(), topic, leaders);
        for (int partition = 0; partition < leaders.size(); partition++) {
            assertThat(NumberedReader.read(proxy.bootstrap(), topic, partition)).containsExactly(partition);
        }
    }

    /** To a new topic whose partitions have one replica each, on these nodes. */
    private void write(String bootstrap, String topic, List<Integer> leaders) throws Exception {
        try (Admin admin = cluster.admin()) {
            Map<Integer, List<Integer>> assignment = new TreeMap<>();
            leaders.forEach(leader -> assignment.put(assignment.size(), List.of(leader)));
            admin.createTopics(List.of(new NewTopic(topic, assignment))).all().get(30, TimeUnit.SECONDS);
        }
        try (KafkaProducer<Void, Integer> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap), new VoidSerializer(), new IntegerSerializer())) {
            for (int partition = 0; partition < leaders.size(); partition++) {
                producer.send(new ProducerRecord<>(topic, partition, null, partition))
                        .get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static void assertThatTheLogNamesNode4711Once(CheckedProxy proxy) {
        assertThat(proxy.logLines())
                .filteredOn(line -> line.contains("4711") && line.contains(" WARN "))
                .singleElement()
                .asString()
                .contains("brokers.ports");
    }
}
