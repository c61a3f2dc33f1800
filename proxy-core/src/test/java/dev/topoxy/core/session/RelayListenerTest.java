package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.address.HostPort;
import dev.topoxy.core.event.CloseReason;
import dev.topoxy.core.event.PauseReason;
import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.event.Side;
import dev.topoxy.core.filter.Filter;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestFilter;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;

class RelayListenerTest {

    private static final int API = Frames.UNKNOWN_API;

    /** Writes down what it is told; times and bytes apart, since how they are cut is up to the network. */
    private static final class Recorder implements RelayListener {

        private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
        private final AtomicLong fromClient = new AtomicLong();
        private final AtomicLong fromBroker = new AtomicLong();

        List<String> events() {
            return new ArrayList<>(events);
        }

        @Override
        public void connectionOpened() {
            events.add("opened");
        }

        @Override
        public void connectionClosed(CloseReason.Kind reason) {
            events.add("closed " + reason);
        }

        @Override
        public void brokerConnected(long nanos) {
            events.add(nanos > 0 ? "connected" : "connected in no time");
        }

        @Override
        public void brokerConnectFailed() {
            events.add("connect failed");
        }

        @Override
        public void readingPaused(Side side, PauseReason reason) {
            events.add("paused " + side + " " + reason);
        }

        @Override
        public void readingResumed(Side side, PauseReason reason) {
            events.add("resumed " + side + " " + reason);
        }

        @Override
        public void requestReceived(short apiKey) {
            events.add("request " + apiKey);
        }

        @Override
        public void requestAnswered(short apiKey, long nanos) {
            events.add((nanos > 0 ? "answer " : "answer in no time ") + apiKey);
        }

        @Override
        public void filterAnswered(ApiKeys api, long nanos, boolean failed) {
            events.add("filter " + api + (failed ? " failed" : ""));
        }

        @Override
        public void received(Side side, long bytes) {
            (side == Side.CLIENT ? fromClient : fromBroker).addAndGet(bytes);
        }
    }

    private final Recorder recorder = new Recorder();

    private TestProxy proxy(ScriptedBroker broker, Filter<?, ?>... filters) throws Exception {
        return TestProxy.of(List.of(broker.address()), connection -> List.of(filters), recorder);
    }

    private static byte[] echo(Request request) {
        return Frames.opaqueResponse(request.correlationId(), request.frame().length);
    }

    @Test
    void a_connection_is_told_from_its_beginning_to_its_end() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(RelayListenerTest::echo);
                TestProxy proxy = proxy(broker)) {
            byte[] request = Frames.opaqueRequest(API, 7, 1, 200_000);
            byte[] response;
            try (Wire client = proxy.connect()) {
                client.send(request);
                response = client.read();
            }
            await().untilAsserted(() -> assertThat(recorder.events()).last().isEqualTo("closed CLIENT_CLOSED"));
            assertThat(recorder.events())
                    .filteredOn(event -> !event.contains("FULL"))
                    .containsExactly("opened", "connected", "request " + API, "answer " + API, "closed CLIENT_CLOSED");
            assertThat(recorder.fromClient).hasValue(request.length);
            assertThat(recorder.fromBroker).hasValue(response.length);
        }
    }

    @Test
    void a_broker_that_resets_is_told_apart_from_one_that_closes() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.read();
                    c.reset();
                });
                TestProxy proxy = proxy(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.ended()).isTrue();
            await().untilAsserted(() -> assertThat(recorder.events()).last().isEqualTo("closed BROKER_IO_ERROR"));
        }
    }

    @Test
    void bytes_of_a_request_that_never_ends_are_counted_too() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(RelayListenerTest::echo);
                TestProxy proxy = proxy(broker)) {
            try (Wire client = proxy.connect()) {
                client.send(new byte[] {0, 0, 1});
            }
            await().untilAsserted(() -> assertThat(recorder.events()).last().isEqualTo("closed CLIENT_CLOSED"));
            assertThat(recorder.fromClient).hasValue(3);
        }
    }

    @Test
    void a_request_to_which_no_answer_is_due_is_never_answered() throws Exception {
        try (ScriptedBroker broker =
                        ScriptedBroker.answering(request -> request.apiKey() == API ? echo(request) : null);
                TestProxy proxy = proxy(broker);
                Wire client = proxy.connect()) {
            client.send(
                    Frames.request(9, 1, new ProduceRequestData().setAcks((short) 0)),
                    Frames.opaqueRequest(API, 0, 2, 10));
            client.read();
            await().untilAsserted(() -> assertThat(recorder.events()).contains("answer " + API));
            assertThat(recorder.events()).contains("request 0").doesNotContain("answer 0");
        }
    }

    @Test
    void a_filter_that_fails_is_told_as_failed_and_its_error_as_an_answer() throws Exception {
        TestFilter<HeartbeatRequestData, HeartbeatResponseData> broken =
                new TestFilter<>(ApiKeys.HEARTBEAT, (request, call) -> {
                    throw new IllegalStateException("broken");
                });
        try (ScriptedBroker broker = ScriptedBroker.answering(RelayListenerTest::echo);
                TestProxy proxy = proxy(broker, broken);
                Wire client = proxy.connect()) {
            client.send(Frames.request(
                    4, 1, new HeartbeatRequestData().setGroupId("g").setMemberId("m")));
            client.read();
            short key = ApiKeys.HEARTBEAT.id;
            await().untilAsserted(() -> assertThat(recorder.events())
                    .containsSubsequence("request " + key, "filter HEARTBEAT failed", "answer " + key));
        }
    }

    @Test
    void every_address_that_leads_nowhere_is_told() throws Exception {
        List<Integer> unused = TestProxy.freePorts(2);
        List<HostPort> nowhere =
                List.of(new HostPort("127.0.0.1", unused.get(0)), new HostPort("127.0.0.1", unused.get(1)));
        try (TestProxy proxy = TestProxy.of(nowhere, connection -> List.of(), recorder);
                Wire client = proxy.connect()) {
            client.send(new byte[] {0});
            assertThat(client.ended()).isTrue();
            await().untilAsserted(() -> assertThat(recorder.events())
                    .containsExactly("opened", "connect failed", "connect failed", "closed BROKER_UNREACHABLE"));
        }
    }

    @Test
    void each_pause_ends_at_the_latest_with_the_connection() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.narrow(4096, connection -> never.await());
                TestProxy proxy = proxy(broker)) {
            String paused = "paused CLIENT OTHER_SIDE_FULL";
            try (Wire client = proxy.connect()) {
                Thread sender = new Thread(() -> {
                    try {
                        client.send(Frames.opaqueRequest(API, 0, 1, 64 << 20));
                    } catch (java.io.IOException e) {
                        // Closed below, with most of it unsent.
                    }
                });
                sender.start();
                await().untilAsserted(() -> assertThat(recorder.events()).contains(paused));
                client.reset();
                sender.join();
            }
            proxy.server().close();
            assertThat(recorder.events().stream().filter(paused::equals).count())
                    .isEqualTo(recorder.events().stream()
                            .filter("resumed CLIENT OTHER_SIDE_FULL"::equals)
                            .count());
        } finally {
            never.countDown();
        }
    }
}
