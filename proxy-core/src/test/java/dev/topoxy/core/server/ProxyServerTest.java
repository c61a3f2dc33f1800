package dev.topoxy.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.FullBacklog;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import dev.topoxy.core.tls.TlsReloader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData.Coordinator;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;

class ProxyServerTest {

    private static final int API = Frames.UNKNOWN_API;

    private static ScriptedBroker echoing() throws Exception {
        return ScriptedBroker.answering(request -> Frames.opaqueResponse(request.correlationId(), 5));
    }

    private static void assertServes(Wire client, int correlationId) throws Exception {
        client.send(Frames.opaqueRequest(API, 0, correlationId, 1));
        assertThat(Frames.correlationId(client.read())).isEqualTo(correlationId);
    }

    @Test
    void a_dead_bootstrap_server_is_passed_over() throws Exception {
        int dead = TestProxy.freePorts(1).get(0);
        try (ScriptedBroker broker = echoing();
                TestProxy proxy = TestProxy.of(
                        List.of(
                                new HostPort("127.0.0.1", dead),
                                new HostPort("no-such-host.invalid", 9092),
                                broker.address()),
                        FilterFactory.NONE)) {
            for (int i = 0; i < 4; i++) {
                try (Wire client = proxy.connect()) {
                    assertServes(client, i);
                }
            }
        }
    }

    @Test
    void where_every_server_is_dead_the_client_is_closed_and_the_log_names_what_was_tried() throws Exception {
        List<Integer> dead = TestProxy.freePorts(2);
        try (LogCapture log = LogCapture.of(Session.class);
                TestProxy proxy = TestProxy.of(
                        List.of(new HostPort("127.0.0.1", dead.get(0)), new HostPort("127.0.0.1", dead.get(1))),
                        FilterFactory.NONE);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.ended()).isTrue();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("127.0.0.1:" + dead.get(0), "127.0.0.1:" + dead.get(1), "Connection refused");
            await().until(() -> proxy.server().sessionCount() == 0);
        }
    }

    @Test
    void clients_that_leave_while_their_broker_is_being_connected_leave_nothing_behind() throws Exception {
        try (FullBacklog broker = FullBacklog.open();
                TestProxy proxy = TestProxy.of(List.of(broker.address()), FilterFactory.NONE)) {
            for (int i = 0; i < 20; i++) {
                Wire client = proxy.connect().send(Frames.opaqueRequest(API, 0, i, 1));
                if (i % 2 == 0) {
                    client.reset();
                } else {
                    client.close();
                }
            }
            await().until(() -> proxy.server().sessionCount() == 0);
        }
    }

    @Test
    void an_unknown_nodes_port_is_served_by_a_bootstrap_server_until_its_address_is_known() throws Exception {
        try (ScriptedBroker node = echoing();
                ScriptedBroker bootstrap = ScriptedBroker.answering(request -> {
                    if (request.apiKey() != ApiKeys.METADATA.id) {
                        return Frames.opaqueResponse(request.correlationId(), 5);
                    }
                    MetadataResponseData metadata = new MetadataResponseData();
                    metadata.brokers()
                            .add(new MetadataResponseBroker()
                                    .setNodeId(1)
                                    .setHost("127.0.0.1")
                                    .setPort(node.port()));
                    return Frames.response(12, request.correlationId(), metadata);
                });
                TestProxy proxy = TestProxy.of(bootstrap);
                Wire standIn = proxy.connectToNode(1);
                Wire other = proxy.connect()) {
            assertServes(standIn, 1);
            other.send(Frames.opaqueRequest(ApiKeys.METADATA.id, 12, 2, 10));
            MetadataResponseData told = Frames.readResponse(new MetadataResponseData(), 12, other.read());
            assertThat(told.brokers().find(1).port()).isEqualTo(proxy.nodePort(1));
            assertThat(standIn.ended()).isTrue();
            assertServes(other, 3);
            try (Wire direct = proxy.connectToNode(1)) {
                assertServes(direct, 4);
                assertThat(node.received().correlationId()).isEqualTo(4);
            }
        }
    }

    @Test
    void a_coordinator_that_no_metadata_has_named_is_reached_at_a_port_of_its_own() throws Exception {
        try (ScriptedBroker coordinator = echoing();
                ScriptedBroker bootstrap = ScriptedBroker.answering(request -> Frames.response(
                        6,
                        request.correlationId(),
                        new FindCoordinatorResponseData()
                                .setCoordinators(List.of(new Coordinator()
                                        .setKey("group")
                                        .setNodeId(2)
                                        .setHost("127.0.0.1")
                                        .setPort(coordinator.port())))));
                TestProxy proxy = TestProxy.of(bootstrap);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(ApiKeys.FIND_COORDINATOR.id, 6, 1, 10));
            Coordinator told = Frames.readResponse(new FindCoordinatorResponseData(), 6, client.read())
                    .coordinators()
                    .get(0);
            assertThat(told.nodeId()).isEqualTo(2);
            assertThat(told.port()).isEqualTo(proxy.nodePort(2));
            try (Wire toCoordinator = Wire.to(told.port())) {
                assertServes(toCoordinator, 2);
                assertThat(coordinator.received().correlationId()).isEqualTo(2);
            }
        }
    }

    @Test
    void a_stand_in_gets_the_whole_of_an_answer_that_is_under_way() throws Exception {
        int large = 20_000_000;
        try (ScriptedBroker node = echoing();
                ScriptedBroker bootstrap = ScriptedBroker.answering(request -> {
                    if (request.apiKey() != ApiKeys.METADATA.id) {
                        return Frames.opaqueResponse(request.correlationId(), large);
                    }
                    MetadataResponseData metadata = new MetadataResponseData();
                    metadata.brokers()
                            .add(new MetadataResponseBroker()
                                    .setNodeId(1)
                                    .setHost("127.0.0.1")
                                    .setPort(node.port()));
                    return Frames.response(12, request.correlationId(), metadata);
                });
                TestProxy proxy = TestProxy.of(bootstrap);
                Wire standIn = proxy.connectToNode(1);
                Wire other = proxy.connect()) {
            standIn.send(Frames.opaqueRequest(API, 0, 1, 1));
            bootstrap.received();
            other.send(Frames.opaqueRequest(ApiKeys.METADATA.id, 12, 2, 10));
            other.read();
            assertThat(standIn.read()).isEqualTo(Frames.opaqueResponse(1, large));
            assertThat(standIn.ended()).isTrue();
        }
    }

    @Test
    void a_port_in_use_fails_the_start_with_a_message_for_the_user() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Integer> ports = List.of(taken.getLocalPort());
            assertThatThrownBy(() -> ProxyServer.start(
                            TestProxy.settings(),
                            List.of(TestProxy.cluster(
                                    "c",
                                    List.of(new HostPort("127.0.0.1", 1)),
                                    List.of(ports.get(0), TestProxy.freePorts(1).get(0)),
                                    FilterFactory.NONE)),
                            new TlsReloader()))
                    .isInstanceOf(BindFailedException.class)
                    .hasMessageContaining("cluster c: cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("free it, or set listen");
        }
    }

    @Test
    void two_clusters_live_in_one_process() throws Exception {
        List<Integer> first = TestProxy.freePorts(4);
        try (ScriptedBroker one = echoing();
                ScriptedBroker two = echoing()) {
            List<Integer> second = TestProxy.freePorts(4);
            try (ProxyServer server = ProxyServer.start(
                            TestProxy.settings(),
                            List.of(
                                    TestProxy.cluster("one", List.of(one.address()), first, FilterFactory.NONE),
                                    TestProxy.cluster("two", List.of(two.address()), second, FilterFactory.NONE)),
                            new TlsReloader());
                    Wire toOne = Wire.to(first.get(0));
                    Wire toTwo = Wire.to(second.get(0))) {
                assertServes(toOne, 1);
                assertServes(toTwo, 2);
                assertThat(one.received().correlationId()).isEqualTo(1);
                assertThat(two.received().correlationId()).isEqualTo(2);
                assertThat(server.sessionCount()).isEqualTo(2);
            }
        }
    }
}
