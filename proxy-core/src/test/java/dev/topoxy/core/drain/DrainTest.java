package dev.topoxy.core.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.filter.FilterFactory;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.FullBacklog;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.ProduceRequestData;
import org.junit.jupiter.api.Test;

/** Clients of a proxy that stops. */
class DrainTest {

    private static final int API = Frames.UNKNOWN_API;
    private static final Duration NEVER = Duration.ofHours(1);

    private static byte[] echo(Request request) {
        return Frames.opaqueResponse(request.correlationId(), request.frame().length);
    }

    private static CompletableFuture<Void> drain(TestProxy proxy, Duration delay, Duration deadline) {
        return CompletableFuture.runAsync(() -> {
            try {
                proxy.server().drain(new DrainSettings(delay, deadline));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static CompletableFuture<Void> drain(TestProxy proxy, Duration deadline) {
        return drain(proxy, Duration.ZERO, deadline);
    }

    private static void assertEnds(CompletableFuture<Void> drain) throws Exception {
        drain.get(20, TimeUnit.SECONDS);
    }

    /** The stream's end and not a reset, which would throw. */
    private static void assertEndedInGoodOrder(Wire client) throws IOException {
        assertThat(client.socket().getInputStream().read()).isEqualTo(-1);
    }

    private static void served(Wire client, int correlationId) throws IOException {
        client.send(Frames.opaqueRequest(API, 0, correlationId, 1));
        assertThat(Frames.correlationId(client.read())).isEqualTo(correlationId);
    }

    @Test
    void idle_connections_end_in_good_order_and_no_new_one_is_taken() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(DrainTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            List<Wire> clients = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                clients.add(proxy.connect());
                served(clients.get(i), i);
            }
            CompletableFuture<Void> drain = drain(proxy, NEVER);
            for (Wire client : clients) {
                assertEndedInGoodOrder(client);
                client.close();
            }
            assertEnds(drain);
            assertThat(proxy.server().sessionCount()).isZero();
            assertThatThrownBy(proxy::connect).isInstanceOf(IOException.class);
            await().until(() -> broker.open() == 0);
        }
    }

    @Test
    void a_request_under_way_gets_its_answer_before_its_connection_ends() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (LogCapture log = LogCapture.of(Drain.class);
                ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    Request request = new Request(c.read());
                    received.countDown();
                    answer.await();
                    c.send(echo(request));
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            received.await();
            CompletableFuture<Void> drain = drain(proxy, NEVER);
            await().until(() -> !log.lines().isEmpty());
            assertThat(log.lines().get(0))
                    .startsWith("INFO draining: 1 connection and 1 request left, ")
                    .endsWith(" ms to shutdown.deadline.ms");
            assertThat(drain).isNotDone();
            answer.countDown();
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertEndedInGoodOrder(client);
            client.close();
            assertEnds(drain);
            assertThat(log.lines()).last().asString().startsWith("INFO drained in ");
        }
    }

    @Test
    void a_client_that_goes_on_sending_gets_the_whole_of_a_large_answer() throws Exception {
        int large = 20_000_000;
        CountDownLatch received = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    Request request = new Request(c.read());
                    received.countDown();
                    c.send(Frames.opaqueResponse(request.correlationId(), large));
                    while (c.next().isPresent()) {
                        // What the proxy took before it was told to stop stays without an answer.
                    }
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            received.await();
            CompletableFuture<Void> drain = drain(proxy, NEVER);
            await().until(proxy.server()::isDraining);
            await().until(() -> refusesConnections(proxy));
            byte[] answer = client.read();
            client.send(Frames.opaqueRequest(API, 0, 2, 100));
            assertThat(answer).isEqualTo(Frames.opaqueResponse(1, large));
            client.close();
            assertEnds(drain);
        }
    }

    private static boolean refusesConnections(TestProxy proxy) {
        try {
            proxy.connect().close();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void requests_read_too_late_do_not_turn_the_end_into_a_reset() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (LogCapture log = LogCapture.of(Drain.class);
                ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    Request request = new Request(c.read());
                    received.countDown();
                    answer.await();
                    c.send(echo(request));
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            received.await();
            CompletableFuture<Void> drain = drain(proxy, NEVER);
            await().until(() -> !log.lines().isEmpty());
            byte[] tooLate = Frames.opaqueRequest(API, 0, 2, 1000);
            for (int i = 0; i < 100; i++) {
                client.send(tooLate);
            }
            answer.countDown();
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertEndedInGoodOrder(client);
            client.close();
            assertEnds(drain);
        }
    }

    @Test
    void produce_without_acks_is_not_waited_for_and_not_lost() throws Exception {
        int count = 2000;
        CompletableFuture<Integer> counted = new CompletableFuture<>();
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    int frames = 0;
                    for (Optional<byte[]> next = c.next(); next.isPresent(); next = c.next()) {
                        frames++;
                        if (new Request(next.get()).apiKey() == API) {
                            c.send(echo(new Request(next.get())));
                        }
                    }
                    counted.complete(frames);
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            for (int i = 0; i < count; i++) {
                client.send(Frames.request(9, i, new ProduceRequestData().setAcks((short) 0)));
            }
            served(client, count);
            CompletableFuture<Void> drain = drain(proxy, NEVER);
            assertEndedInGoodOrder(client);
            client.close();
            assertEnds(drain);
            assertThat(counted.get(20, TimeUnit.SECONDS)).isEqualTo(count + 1);
        }
    }

    @Test
    void a_fetch_that_waits_for_long_is_closed_in_good_order_at_the_deadline() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        try (LogCapture log = LogCapture.of(Drain.class);
                ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.read();
                    received.countDown();
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            received.await();
            CompletableFuture<Void> drain = drain(proxy, Duration.ofMillis(300));
            assertEndedInGoodOrder(client);
            assertEnds(drain);
            assertThat(log.lines())
                    .last()
                    .isEqualTo("WARN draining: cutting 1 connection with 1 request under way, since"
                            + " shutdown.deadline.ms of 300 has passed");
        }
    }

    @Test
    void clients_are_taken_and_served_while_endpoints_have_not_noticed() throws Exception {
        try (LogCapture log = LogCapture.of(Drain.class);
                ScriptedBroker broker = ScriptedBroker.answering(DrainTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            CompletableFuture<Void> drain = drain(proxy, Duration.ofSeconds(2), NEVER);
            await().until(() -> !log.lines().isEmpty());
            assertThat(proxy.server().isDraining()).isTrue();
            try (Wire client = proxy.connect()) {
                served(client, 1);
                assertThat(drain).isNotDone();
                assertEndedInGoodOrder(client);
            }
            assertEnds(drain);
        }
    }

    @Test
    void a_client_whose_broker_is_not_connected_yet_is_let_go() throws Exception {
        try (FullBacklog broker = FullBacklog.open();
                TestProxy proxy = TestProxy.of(List.of(broker.address()), FilterFactory.NONE);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            await().until(() -> proxy.server().sessionCount() == 1);
            CompletableFuture<Void> drain = drain(proxy, NEVER);
            assertThat(client.ended()).isTrue();
            assertEnds(drain);
        }
    }
}
