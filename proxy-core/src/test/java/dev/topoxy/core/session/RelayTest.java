package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.MemoryPeak;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.message.ProduceRequestData;
import org.junit.jupiter.api.Test;

/** Frames that no filter reads, between a raw client and a scripted broker, both on real sockets. */
class RelayTest {

    private static final int API = Frames.UNKNOWN_API;

    private static byte[] echo(Request request) {
        return Frames.opaqueResponse(request.correlationId(), request.frame().length);
    }

    private static byte[] produce(int correlationId, short acks) {
        return Frames.request(9, correlationId, new ProduceRequestData().setAcks(acks));
    }

    /** All sessions and connections to the broker are gone. */
    private static void assertNothingLeft(TestProxy proxy, ScriptedBroker broker) {
        await().untilAsserted(() -> {
            assertThat(proxy.server().sessionCount()).isZero();
            assertThat(broker.open()).isZero();
        });
    }

    @Test
    void requests_and_answers_of_an_unknown_api_pass_byte_for_byte() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(RelayTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            try (Wire client = proxy.connect()) {
                for (int size : new int[] {0, 1, 100, 70_000, 3_000_000}) {
                    byte[] request = Frames.opaqueRequest(API, 7, size, size);
                    client.send(request);
                    assertThat(broker.received().frame()).isEqualTo(request);
                    assertThat(client.read()).isEqualTo(Frames.opaqueResponse(size, request.length));
                }
            }
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void bytes_of_a_request_reach_the_broker_before_the_frame_ends() throws Exception {
        CompletableFuture<byte[]> beginning = new CompletableFuture<>();
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    beginning.complete(c.readBytes(1012));
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            byte[] frame = Frames.opaqueRequest(API, 0, 1, 100_000);
            client.send(Arrays.copyOf(frame, 1012));
            assertThat(beginning.get(20, TimeUnit.SECONDS)).isEqualTo(Arrays.copyOf(frame, 1012));
        }
    }

    @Test
    void produce_without_acks_expects_no_answer_and_delays_none() throws Exception {
        try (ScriptedBroker broker =
                        ScriptedBroker.answering(request -> request.apiKey() == API ? echo(request) : null);
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(
                    produce(1, (short) 0),
                    Frames.opaqueRequest(API, 0, 2, 5),
                    produce(3, (short) 0),
                    produce(4, (short) 0),
                    Frames.opaqueRequest(API, 0, 5, 5));
            assertThat(Frames.correlationId(client.read())).isEqualTo(2);
            assertThat(Frames.correlationId(client.read())).isEqualTo(5);
        }
    }

    @Test
    void produce_without_acks_and_then_the_end_loses_nothing() throws Exception {
        byte[] record = Frames.request(9, 1, new ProduceRequestData().setAcks((short) 0));
        int count = 50_000;
        CompletableFuture<Integer> counted = new CompletableFuture<>();
        CountDownLatch clientGone = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    clientGone.await();
                    int frames = 0;
                    for (Optional<byte[]> next = c.next(); next.isPresent(); next = c.next()) {
                        frames++;
                    }
                    counted.complete(frames);
                });
                TestProxy proxy = TestProxy.of(broker)) {
            try (Wire client = proxy.connect()) {
                byte[][] batch = new byte[1000][];
                Arrays.fill(batch, record);
                byte[] thousand = Frames.concat(batch);
                clientGone.countDown();
                for (int i = 0; i < count / 1000; i++) {
                    client.send(thousand);
                }
            }
            assertThat(counted.get(30, TimeUnit.SECONDS)).isEqualTo(count);
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void what_a_client_sent_before_it_left_reaches_a_broker_that_takes_its_time() throws Exception {
        byte[] record = produce(1, (short) 0);
        int count = 20_000;
        CompletableFuture<Integer> counted = new CompletableFuture<>();
        CountDownLatch clientGone = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.narrow(4096, c -> {
                    clientGone.await();
                    int frames = 0;
                    for (Optional<byte[]> next = c.next(); next.isPresent(); next = c.next()) {
                        frames++;
                    }
                    counted.complete(frames);
                });
                TestProxy proxy = TestProxy.of(broker)) {
            try (Wire client = proxy.connect()) {
                byte[][] batch = new byte[count][];
                Arrays.fill(batch, record);
                client.send(Frames.concat(batch));
            }
            clientGone.countDown();
            assertThat(counted.get(30, TimeUnit.SECONDS)).isEqualTo(count);
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void what_a_client_sent_before_the_broker_was_connected_and_then_left_is_not_lost() throws Exception {
        byte[] record = produce(1, (short) 0);
        for (int i = 0; i < 50; i++) {
            CompletableFuture<byte[]> received = new CompletableFuture<>();
            try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                        c.next().ifPresent(received::complete);
                        c.ended();
                    });
                    TestProxy proxy = TestProxy.of(broker)) {
                proxy.connect().send(record).close();
                assertThat(received.get(20, TimeUnit.SECONDS)).isEqualTo(record);
                assertNothingLeft(proxy, broker);
            }
        }
    }

    @Test
    void a_client_that_leaves_at_once_leaves_nothing_behind() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(RelayTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            for (int i = 0; i < 300; i++) {
                Wire client = proxy.connect();
                if (i % 3 == 0) {
                    client.reset();
                } else if (i % 3 == 1) {
                    client.close();
                } else {
                    client.send(new byte[] {0, 0, 0}).close();
                }
            }
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void a_client_that_has_ended_its_side_still_gets_its_answers() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    Request first = new Request(c.read());
                    assertThat(c.ended()).isTrue();
                    ended.countDown();
                    c.send(echo(first));
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 10)).shutdownOutput();
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void a_broker_that_closes_is_followed_after_the_last_byte_it_sent() throws Exception {
        int size = 4_000_000;
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> c.send(echo(new Request(c.read()))));
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, size));
            await().until(() -> broker.open() == 0);
            assertThat(client.read()).hasSize(8 + 12 + size);
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void a_broker_that_closes_amid_an_answer_is_followed_after_the_last_byte_it_sent() throws Exception {
        byte[] part = Arrays.copyOf(Frames.opaqueResponse(1, 1000), 500);
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.read();
                    c.send(part);
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.readBytes(500)).isEqualTo(part);
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void a_broker_that_resets_ends_the_client() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.read();
                    c.reset();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 1));
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void an_answer_with_another_correlation_id_ends_the_connection_and_says_why() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                ScriptedBroker broker =
                        ScriptedBroker.answering(request -> Frames.opaqueResponse(request.correlationId() + 1, 5));
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 41, 1));
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
            assertThat(log.lines()).anyMatch(line -> line.contains("correlation id 42 where 41 was due"));
        }
    }

    @Test
    void an_answer_that_nobody_asked_for_ends_the_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.send(Frames.opaqueResponse(9, 5));
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(new byte[] {0});
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void absurd_sizes_end_the_connection_and_say_why() throws Exception {
        try (LogCapture log = LogCapture.of(Session.class);
                ScriptedBroker broker = ScriptedBroker.answering(RelayTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            for (int size : new int[] {-1, 0, 7, TestProxy.MAX_REQUEST_BYTES + 1, Integer.MAX_VALUE}) {
                byte[] frame = Frames.opaqueRequest(API, 0, 1, 100);
                java.nio.ByteBuffer.wrap(frame).putInt(size);
                try (Wire client = proxy.connect()) {
                    client.send(frame);
                    assertThat(client.ended()).isTrue();
                }
            }
            assertNothingLeft(proxy, broker);
            assertThat(log.lines()).anyMatch(line -> line.contains("frame size -1 is too small"));
        }
    }

    @Test
    void a_version_whose_addresses_cannot_be_rewritten_never_reaches_the_broker() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(RelayTest::echo);
                TestProxy proxy = TestProxy.of(broker)) {
            for (int version : new int[] {-1, 14, 99}) {
                try (Wire client = proxy.connect()) {
                    client.send(Frames.opaqueRequest(3, version, 1, 20));
                    assertThat(client.ended()).isTrue();
                }
            }
            assertNothingLeft(proxy, broker);
            try (Wire client = proxy.connect()) {
                client.send(Frames.opaqueRequest(API, 0, 77, 0));
                assertThat(broker.received().correlationId()).isEqualTo(77);
            }
        }
    }

    @Test
    void a_huge_request_streams_through_in_little_memory() throws Exception {
        int size = 100_000_000;
        CompletableFuture<Long> taken = new CompletableFuture<>();
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    taken.complete(drain(c, 12 + size, () -> {}));
                    c.send(Frames.opaqueResponse(1, 3));
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            MemoryPeak peak = MemoryPeak.begin();
            client.send(headOf(Frames.opaqueRequest(API, 0, 1, 0), size));
            pour(client, size, peak);
            assertThat(taken.get(30, TimeUnit.SECONDS)).isEqualTo(12L + size);
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertThat(peak.growth()).isLessThan(16L << 20);
        }
    }

    @Test
    void a_huge_answer_streams_through_in_little_memory() throws Exception {
        int size = 100_000_000;
        MemoryPeak peak = MemoryPeak.begin();
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.read();
                    c.send(headOf(Frames.opaqueResponse(1, 0), size));
                    pour(c, size, peak);
                    c.ended();
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 0));
            assertThat(drain(client, 8 + size, peak::sample)).isEqualTo(8L + size);
            assertThat(peak.growth()).isLessThan(16L << 20);
        }
    }

    @Test
    void a_client_that_does_not_read_stops_the_broker_being_read() throws Exception {
        AtomicLong sent = new AtomicLong();
        int size = 400_000_000;
        MemoryPeak peak = MemoryPeak.begin();
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    c.read();
                    c.send(headOf(Frames.opaqueResponse(1, 0), size));
                    byte[] chunk = new byte[100_000];
                    while (sent.get() < size) {
                        c.send(chunk);
                        sent.addAndGet(chunk.length);
                    }
                });
                TestProxy proxy = TestProxy.of(broker);
                Wire client = proxy.connect()) {
            client.send(Frames.opaqueRequest(API, 0, 1, 0));
            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(java.time.Duration.ofMillis(500))
                    .until(() -> before.getAndSet(sent.get()) == sent.get() && sent.get() > 0);
            peak.sample();
            assertThat(sent.get()).isLessThan(60_000_000);
            assertThat(peak.growth()).isLessThan(16L << 20);
            client.reset();
            assertNothingLeft(proxy, broker);
        }
    }

    private static byte[] headOf(byte[] emptyFrame, int bodyBytes) {
        java.nio.ByteBuffer.wrap(emptyFrame).putInt(emptyFrame.length - 4 + bodyBytes);
        return emptyFrame;
    }

    private static void pour(Wire into, int bytes, MemoryPeak peak) throws IOException {
        byte[] chunk = new byte[100_000];
        for (int left = bytes; left > 0; left -= chunk.length) {
            into.send(chunk);
            peak.sample();
        }
    }

    private static long drain(Wire from, int bytes, Runnable each) throws IOException {
        byte[] chunk = new byte[100_000];
        long left = bytes;
        while (left > 0) {
            int count = from.socket().getInputStream().read(chunk, 0, (int) Math.min(chunk.length, left));
            if (count < 0) {
                return bytes - left;
            }
            left -= count;
            each.run();
        }
        return bytes;
    }
}
