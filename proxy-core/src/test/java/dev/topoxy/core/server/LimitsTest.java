package dev.topoxy.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.limit.Limits;
import dev.topoxy.core.session.Session;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.MemoryPeak;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestFilter;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.junit.jupiter.api.Test;

/** What clients may take, between raw clients and a scripted broker on real sockets. */
class LimitsTest {

    private static final int API = Frames.UNKNOWN_API;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int BUDGET = 64 << 20;

    private static byte[] echo(Request request) {
        return Frames.opaqueResponse(request.correlationId(), 5);
    }

    private static Limits connections(int max, int perIp) {
        return new Limits(max, perIp, BUDGET, 1000, LONG, Duration.ZERO);
    }

    private static void assertServes(Wire client, int correlationId) throws IOException {
        client.send(Frames.opaqueRequest(API, 0, correlationId, 1));
        assertThat(Frames.correlationId(client.read())).isEqualTo(correlationId);
    }

    private static Wire from(String address, int port) throws IOException {
        return new Wire(new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0));
    }

    @Test
    void one_connection_too_many_is_closed_with_a_line_and_its_place_is_there_again_when_another_ends()
            throws Exception {
        try (LogCapture log = LogCapture.of(ClusterProxy.class);
                ScriptedBroker broker = ScriptedBroker.answering(LimitsTest::echo);
                TestProxy proxy = TestProxy.limited(broker, connections(2, 0))) {
            try (Wire first = proxy.connect();
                    Wire second = proxy.connectToNode(1)) {
                assertServes(first, 1);
                assertServes(second, 2);
                try (Wire third = proxy.connect();
                        Wire fourth = proxy.connect()) {
                    assertThat(third.ended()).isTrue();
                    assertThat(fourth.ended()).isTrue();
                }
                assertServes(first, 3);
            }
            await().until(() -> proxy.server().sessionCount() == 0);
            try (Wire again = proxy.connect()) {
                assertServes(again, 4);
            }
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(
                            "a connection from /127.0.0.1:", " is refused, as limits.max.connections of 2 is reached");
        }
    }

    @Test
    void one_address_does_not_take_the_places_of_others() throws Exception {
        try (LogCapture log = LogCapture.of(ClusterProxy.class);
                ScriptedBroker broker = ScriptedBroker.answering(LimitsTest::echo);
                TestProxy proxy = TestProxy.limited(broker, connections(0, 1));
                Wire first = from("127.0.0.1", proxy.nodePort(0));
                Wire second = from("127.0.0.1", proxy.nodePort(0));
                Wire other = from("127.0.0.2", proxy.nodePort(0))) {
            assertServes(first, 1);
            assertThat(second.ended()).isTrue();
            assertServes(other, 2);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("limits.max.connections.per.ip of 1 is reached");
        }
    }

    @Test
    void a_client_that_asks_without_end_is_read_no_further_and_loses_nothing() throws Exception {
        for (int max : new int[] {1, 7}) {
            int count = 500;
            AtomicInteger received = new AtomicInteger();
            CountDownLatch mayAnswer = new CountDownLatch(1);
            try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                        List<Request> owed = new ArrayList<>();
                        for (int i = 0; i < max; i++) {
                            owed.add(new Request(c.read()));
                            received.incrementAndGet();
                        }
                        mayAnswer.await();
                        for (Request request : owed) {
                            c.send(echo(request));
                        }
                        for (int i = max; i < count; i++) {
                            c.send(echo(new Request(c.read())));
                        }
                        c.ended();
                    });
                    TestProxy proxy = TestProxy.limited(broker, new Limits(0, 0, BUDGET, max, LONG, Duration.ZERO));
                    Wire client = proxy.connect()) {
                byte[][] requests = new byte[count][];
                for (int i = 0; i < count; i++) {
                    requests[i] = Frames.opaqueRequest(API, 0, i, 3);
                }
                client.send(Frames.concat(requests));
                client.shutdownOutput();
                await().until(() -> received.get() == max);
                mayAnswer.countDown();
                for (int i = 0; i < count; i++) {
                    assertThat(Frames.correlationId(client.read())).isEqualTo(i);
                }
                assertThat(client.ended()).isTrue();
            }
        }
    }

    @Test
    void a_client_that_stops_amid_a_request_is_closed_with_a_line() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                ScriptedBroker broker = ScriptedBroker.answering(LimitsTest::echo);
                TestProxy proxy = TestProxy.limited(
                        broker, new Limits(0, 0, BUDGET, 1000, Duration.ofMillis(200), Duration.ZERO));
                Wire client = proxy.connect()) {
            client.send(Arrays.copyOf(Frames.opaqueRequest(API, 0, 1, 100), 50));
            assertThat(client.ended()).isTrue();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("it sent nothing for 200 ms in the middle of a request");
            await().until(() -> broker.open() == 0);
        }
    }

    @Test
    void a_silent_connection_is_closed_when_the_limit_is_set_and_one_that_waits_for_an_answer_is_not()
            throws Exception {
        CountDownLatch idleIsGone = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    Request request = new Request(c.read());
                    if (request.correlationId() == 2) {
                        idleIsGone.await();
                    }
                    c.send(echo(request));
                    c.ended();
                });
                TestProxy proxy =
                        TestProxy.limited(broker, new Limits(0, 0, BUDGET, 1000, LONG, Duration.ofMillis(200)));
                Wire waiting = proxy.connect()) {
            waiting.send(Frames.opaqueRequest(API, 0, 2, 1));
            try (Wire neverSpoke = proxy.connect();
                    Wire spoke = proxy.connect()) {
                assertServes(spoke, 1);
                assertThat(neverSpoke.ended()).isTrue();
                assertThat(spoke.ended()).isTrue();
            }
            idleIsGone.countDown();
            assertThat(Frames.correlationId(waiting.read())).isEqualTo(2);
        }
    }

    private static final int VERSION = 4;

    /** Takes many reads, and a decoded size that is small. */
    private static byte[] largeHeartbeat(int correlationId, int bytes) {
        byte[] padding = new byte[bytes];
        Arrays.fill(padding, (byte) 'x');
        HeartbeatRequestData heartbeat =
                new HeartbeatRequestData().setGroupId("g").setMemberId("m");
        heartbeat.unknownTaggedFields().add(new RawTaggedField(1000, padding));
        return Frames.request(VERSION, correlationId, heartbeat);
    }

    private static TestFilter<HeartbeatRequestData, HeartbeatResponseData> answering() {
        return new TestFilter<>(
                ApiKeys.HEARTBEAT, (request, call) -> CompletableFuture.completedFuture(new HeartbeatResponseData()));
    }

    @Test
    void half_requests_of_many_take_bounded_memory_and_all_are_served_in_the_end() throws Exception {
        int clients = 24;
        int size = 1 << 20;
        MemoryPeak peak = MemoryPeak.begin();
        try (LogCapture log = LogCapture.of(Class.forName(
                        "dev.topoxy.core.session.GatherAccount",
                        false,
                        getClass().getClassLoader()));
                ScriptedBroker broker = ScriptedBroker.answering(LimitsTest::echo);
                TestProxy proxy =
                        TestProxy.limited(broker, new Limits(0, 0, 2 << 20, 1000, LONG, Duration.ZERO), answering())) {
            List<Wire> wires = new ArrayList<>();
            List<CompletableFuture<Void>> sending = new ArrayList<>();
            byte[] request = largeHeartbeat(1, size);
            for (int i = 0; i < clients; i++) {
                Wire wire = proxy.connect();
                wires.add(wire);
                // All begin, and nobody ends before all have begun.
                wire.send(Arrays.copyOf(request, 100_000));
            }
            await().until(() -> log.lines().size() == 1);
            for (Wire wire : wires) {
                sending.add(CompletableFuture.runAsync(() -> {
                    try {
                        wire.send(Arrays.copyOfRange(request, 100_000, request.length));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }));
            }
            for (Wire wire : wires) {
                peak.sample();
                assertThat(Frames.correlationId(wire.read())).isEqualTo(1);
                wire.close();
            }
            CompletableFuture.allOf(sending.toArray(CompletableFuture[]::new)).join();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("raise limits.queued.max.request.bytes");
            assertThat(peak.growth()).isLessThan(16L << 20);
        }
    }

    @Test
    void a_trickle_cannot_keep_others_from_the_memory_for_ever() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(LimitsTest::echo);
                TestProxy proxy = TestProxy.limited(
                        broker, new Limits(0, 0, 1, 1000, Duration.ofMillis(300), Duration.ZERO), answering());
                Wire trickling = proxy.connect();
                Wire honest = proxy.connect()) {
            byte[] request = largeHeartbeat(1, 300_000);
            trickling.send(Arrays.copyOf(request, 10_000));
            CompletableFuture<Void> trickle = CompletableFuture.runAsync(() -> {
                try {
                    for (int at = 10_000; at < request.length; at++) {
                        trickling.send(new byte[] {request[at]});
                        Thread.sleep(10);
                    }
                } catch (IOException | InterruptedException e) {
                    // Closed, as it should be.
                }
            });
            honest.send(request);
            assertThat(Frames.correlationId(honest.read())).isEqualTo(1);
            assertThat(trickling.ended()).isTrue();
            trickle.join();
        }
    }

    @Test
    void whoever_only_looks_whether_the_port_is_open_costs_no_broker_a_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(LimitsTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            for (int i = 0; i < 50; i++) {
                proxy.connect().close();
            }
            try (Wire client = proxy.connect()) {
                assertServes(client, 1);
            }
            assertThat(broker.accepted()).isEqualTo(1);
        }
    }
}
