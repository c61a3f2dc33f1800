package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.topoxy.core.filter.Call;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.LogCapture;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestFilter;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.ListGroupsRequestData;
import org.apache.kafka.common.message.ListGroupsResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests that a filter serves, among others that pass, on real sockets. Heartbeat stands for any filtered API. */
class FilteredRelayTest {

    private static final int API = Frames.UNKNOWN_API;
    private static final int VERSION = 4;

    private final CompletableFuture<HeartbeatResponseData> slowAnswer = new CompletableFuture<>();
    private final CompletableFuture<Call> slowCall = new CompletableFuture<>();

    private static TestFilter<HeartbeatRequestData, HeartbeatResponseData> heartbeats(
            BiFunction<HeartbeatRequestData, Call, @Nullable CompletableFuture<HeartbeatResponseData>> handler) {
        return new TestFilter<>(ApiKeys.HEARTBEAT, handler);
    }

    private TestFilter<HeartbeatRequestData, HeartbeatResponseData> slow() {
        return heartbeats((request, call) -> {
            slowCall.complete(call);
            return slowAnswer;
        });
    }

    private static CompletableFuture<HeartbeatResponseData> askFirst(Call call) {
        return call.<ListGroupsResponseData>toBroker(new ListGroupsRequestData(), (short) 4)
                .thenApply(groups -> new HeartbeatResponseData().setThrottleTimeMs(groups.throttleTimeMs()));
    }

    private static byte[] heartbeat(int correlationId) {
        return Frames.request(
                VERSION,
                correlationId,
                new HeartbeatRequestData().setGroupId("g").setMemberId("m"));
    }

    private static byte[] opaque(int correlationId) {
        return Frames.opaqueRequest(API, 0, correlationId, 10);
    }

    private static byte[] answer(Request request) {
        return request.apiKey() == ApiKeys.LIST_GROUPS.id
                ? Frames.response(4, request.correlationId(), new ListGroupsResponseData().setThrottleTimeMs(1331))
                : Frames.opaqueResponse(request.correlationId(), 10);
    }

    private static short errorOf(byte[] frame) {
        return Frames.readResponse(new HeartbeatResponseData(), VERSION, frame).errorCode();
    }

    private static void assertNothingLeft(TestProxy proxy, ScriptedBroker broker) {
        await().untilAsserted(() -> {
            assertThat(proxy.server().sessionCount()).isZero();
            assertThat(broker.open()).isZero();
        });
    }

    @Test
    void a_slow_filter_never_delays_a_later_requests_arrival_and_answers_keep_their_order() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(broker, slow());
                Wire client = proxy.connect()) {
            client.send(opaque(1), heartbeat(2), opaque(3), opaque(4));
            assertThat(broker.received().correlationId()).isEqualTo(1);
            assertThat(broker.received().correlationId()).isEqualTo(3);
            assertThat(broker.received().correlationId()).isEqualTo(4);
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            slowAnswer.complete(new HeartbeatResponseData().setErrorCode(Errors.REBALANCE_IN_PROGRESS.code()));
            byte[] second = client.read();
            assertThat(Frames.correlationId(second)).isEqualTo(2);
            assertThat(errorOf(second)).isEqualTo(Errors.REBALANCE_IN_PROGRESS.code());
            assertThat(client.read()).isEqualTo(Frames.opaqueResponse(3, 10));
            assertThat(client.read()).isEqualTo(Frames.opaqueResponse(4, 10));
        }
    }

    @Test
    void while_a_filter_asks_the_broker_later_requests_wait() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(
                        broker, heartbeats((request, call) -> askFirst(call).thenCompose(first -> askFirst(call))));
                Wire client = proxy.connect()) {
            client.send(heartbeat(1), opaque(2));
            assertThat(broker.received().apiKey()).isEqualTo(ApiKeys.LIST_GROUPS.id);
            assertThat(broker.received().apiKey()).isEqualTo(ApiKeys.LIST_GROUPS.id);
            assertThat(broker.received().correlationId()).isEqualTo(2);
            byte[] first = client.read();
            assertThat(Frames.correlationId(first)).isEqualTo(1);
            assertThat(Frames.readResponse(new HeartbeatResponseData(), VERSION, first)
                            .throttleTimeMs())
                    .isEqualTo(1331);
            assertThat(Frames.correlationId(client.read())).isEqualTo(2);
        }
    }

    @Test
    void a_filter_that_asks_only_behind_large_answers_that_are_held_gets_its_answer() throws Exception {
        int large = 3_000_000;
        try (ScriptedBroker broker = ScriptedBroker.answering(request -> request.apiKey() == API
                        ? Frames.opaqueResponse(request.correlationId(), large)
                        : answer(request));
                TestProxy proxy = TestProxy.of(broker, slow());
                Wire client = proxy.connect()) {
            client.send(heartbeat(1), opaque(2), opaque(3));
            broker.received();
            broker.received();
            Call call = slowCall.join();
            call.connection().eventLoop().execute(() -> askFirst(call).thenAccept(slowAnswer::complete));
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertThat(client.read()).hasSize(8 + large);
            assertThat(client.read()).hasSize(8 + large);
        }
    }

    @Test
    void a_filters_request_waits_for_the_end_of_a_frame_that_is_half_sent() throws Exception {
        byte[] large = Frames.opaqueRequest(API, 0, 2, 1_000_000);
        int half = 500_000;
        CountDownLatch halfThere = new CountDownLatch(1);
        BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
        try (ScriptedBroker broker = ScriptedBroker.playing(c -> {
                    byte[] beginning = c.readBytes(half);
                    halfThere.countDown();
                    received.add(Frames.concat(beginning, c.readBytes(large.length - half)));
                    c.send(Frames.opaqueResponse(2, 5));
                    for (int i = 0; i < 2; i++) {
                        byte[] next = c.read();
                        received.add(next);
                        c.send(answer(new Request(next)));
                    }
                });
                TestProxy proxy = TestProxy.of(broker, slow());
                Wire client = proxy.connect()) {
            client.send(heartbeat(1), Arrays.copyOf(large, half));
            halfThere.await();
            Call call = slowCall.join();
            call.connection()
                    .eventLoop()
                    .submit(() -> askFirst(call).thenAccept(slowAnswer::complete))
                    .sync();
            client.send(Arrays.copyOfRange(large, half, large.length), opaque(3));
            for (int i = 1; i <= 3; i++) {
                assertThat(Frames.correlationId(client.read())).isEqualTo(i);
            }
            assertThat(received.remove()).isEqualTo(large);
            assertThat(new Request(received.remove()).apiKey()).isEqualTo(ApiKeys.LIST_GROUPS.id);
            assertThat(new Request(received.remove()).correlationId()).isEqualTo(3);
        }
    }

    @Test
    void a_client_that_ends_its_side_while_a_filter_asks_is_answered_and_then_closed() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(broker, heartbeats((request, call) -> askFirst(call)));
                Wire client = proxy.connect()) {
            client.send(heartbeat(1), opaque(2)).shutdownOutput();
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertThat(Frames.correlationId(client.read())).isEqualTo(2);
            assertThat(client.ended()).isTrue();
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void a_malformed_request_that_waited_behind_a_filter_ends_the_connection() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(broker, heartbeats((request, call) -> askFirst(call)));
                Wire client = proxy.connect()) {
            client.send(Frames.concat(heartbeat(1), new byte[20]));
            await().until(() -> {
                while (client.next().isPresent()) {}
                return true;
            });
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void whatever_goes_wrong_in_a_filter_becomes_the_apis_own_error_and_the_connection_lives() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        HeartbeatResponseData unwritable = new HeartbeatResponseData();
        unwritable.unknownTaggedFields().add(null);
        try (LogCapture log = LogCapture.of(Interceptor.class);
                ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(broker, heartbeats((request, call) -> switch (turn.getAndIncrement()) {
                    case 0 -> throw new IllegalStateException("thrown");
                    case 1 -> throw new AssertionError("an error");
                    case 2 -> throw new StackOverflowError();
                    case 3 -> null;
                    case 4 -> CompletableFuture.failedFuture(new IllegalStateException("failed"));
                    case 5 ->
                        CompletableFuture.supplyAsync(() -> {
                            throw new NoClassDefFoundError("elsewhere");
                        });
                    case 6 -> CompletableFuture.completedFuture(null);
                    case 7 -> CompletableFuture.completedFuture(unwritable);
                    case 8 ->
                        call.<HeartbeatResponseData>toBroker(new HeartbeatRequestData().setGroupId(null), (short) 4);
                    case 9 -> {
                        request.setMemberId(null);
                        throw new IllegalStateException("request spoilt");
                    }
                    default -> CompletableFuture.failedFuture(new GroupAuthorizationException("g"));
                }));
                Wire client = proxy.connect()) {
            for (int i = 0; i < 10; i++) {
                client.send(heartbeat(i));
                byte[] frame = client.read();
                assertThat(Frames.correlationId(frame)).isEqualTo(i);
                assertThat(errorOf(frame)).as("turn %d", i).isEqualTo(Errors.UNKNOWN_SERVER_ERROR.code());
                client.send(opaque(100 + i));
                assertThat(Frames.correlationId(client.read())).isEqualTo(100 + i);
            }
            client.send(heartbeat(50));
            assertThat(errorOf(client.read())).isEqualTo(Errors.GROUP_AUTHORIZATION_FAILED.code());
            assertThat(log.lines()).anyMatch(line -> line.contains("HEARTBEAT") && !line.contains("{}"));
            assertThat(log.lines()).noneMatch(line -> line.contains("{}"));
        }
    }

    @Test
    void a_request_too_large_for_its_filter_is_answered_after_its_last_byte() throws Exception {
        byte[] large = Frames.request(
                VERSION,
                1,
                new HeartbeatRequestData().setGroupId("x".repeat(20_000)).setMemberId("m"));
        TestFilter<HeartbeatRequestData, HeartbeatResponseData> limited = heartbeats((request, call) -> askFirst(call))
                .limited(1000, (request, call) -> {
                    assertThat(request.frameBytes()).isEqualTo(large.length - 4);
                    assertThat(request.bodyStart().remaining()).isLessThanOrEqualTo(1000);
                    return CompletableFuture.completedFuture(
                            new HeartbeatResponseData().setErrorCode(Errors.INVALID_REQUEST.code()));
                });
        try (ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(broker, limited);
                Wire client = proxy.connect()) {
            client.send(large, opaque(2));
            assertThat(errorOf(client.read())).isEqualTo(Errors.INVALID_REQUEST.code());
            assertThat(Frames.correlationId(client.read())).isEqualTo(2);
        }
    }

    @Test
    void a_request_too_large_for_a_filter_with_no_answer_of_its_own_gets_the_apis_error() throws Exception {
        byte[] large = Frames.request(
                VERSION,
                1,
                new HeartbeatRequestData().setGroupId("x".repeat(20_000)).setMemberId("m"));
        TestFilter<HeartbeatRequestData, HeartbeatResponseData> limited =
                heartbeats((request, call) -> askFirst(call)).limited(1000);
        try (ScriptedBroker broker = ScriptedBroker.answering(FilteredRelayTest::answer);
                TestProxy proxy = TestProxy.of(broker, limited);
                Wire client = proxy.connect()) {
            client.send(large, opaque(2));
            assertThat(errorOf(client.read())).isEqualTo(Errors.INVALID_REQUEST.code());
            assertThat(Frames.correlationId(client.read())).isEqualTo(2);
        }
    }

    @Test
    void a_filters_question_fails_when_the_broker_leaves() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        try (ScriptedBroker broker = ScriptedBroker.playing(Wire::read);
                TestProxy proxy = TestProxy.of(
                        broker,
                        heartbeats((request, call) -> askFirst(call).whenComplete((answer, failure) -> {
                            told.complete(failure);
                        })));
                Wire client = proxy.connect()) {
            client.send(heartbeat(1));
            assertThat(client.ended()).isTrue();
            assertThat(told.join()).hasRootCauseInstanceOf(org.apache.kafka.common.errors.DisconnectException.class);
            assertNothingLeft(proxy, broker);
        }
    }

    @Test
    void a_produce_without_acks_behind_a_filters_question_is_not_taken_for_its_answer() throws Exception {
        byte[] produce = Frames.request(9, 2, new ProduceRequestData().setAcks((short) 0));
        try (ScriptedBroker broker = ScriptedBroker.answering(
                        request -> request.apiKey() == ApiKeys.PRODUCE.id ? null : answer(request));
                TestProxy proxy = TestProxy.of(broker, heartbeats((request, call) -> askFirst(call)));
                Wire client = proxy.connect()) {
            client.send(heartbeat(1), produce, heartbeat(3), produce, opaque(5));
            assertThat(Frames.correlationId(client.read())).isEqualTo(1);
            assertThat(Frames.correlationId(client.read())).isEqualTo(3);
            assertThat(Frames.correlationId(client.read())).isEqualTo(5);
        }
    }
}
