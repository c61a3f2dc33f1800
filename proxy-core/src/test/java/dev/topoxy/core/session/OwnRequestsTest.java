package dev.topoxy.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.core.event.RelayListener;
import dev.topoxy.core.filter.Call;
import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.support.Frames;
import dev.topoxy.core.support.Request;
import dev.topoxy.core.support.ScriptedBroker;
import dev.topoxy.core.support.TestFilter;
import dev.topoxy.core.support.TestProxy;
import dev.topoxy.core.support.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.message.ListGroupsRequestData;
import org.apache.kafka.common.message.ListGroupsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** Requests of the proxy's own on the connection that a client's requests take too. */
class OwnRequestsTest {

    private static final int VERSION = 4;

    private static byte[] heartbeat(int correlationId) {
        return Frames.request(
                VERSION,
                correlationId,
                new HeartbeatRequestData().setGroupId("g").setMemberId("m"));
    }

    private static byte[] answer(Request request) {
        return request.apiKey() == ApiKeys.LIST_GROUPS.id
                ? Frames.response(4, request.correlationId(), new ListGroupsResponseData().setThrottleTimeMs(1331))
                : Frames.opaqueResponse(request.correlationId(), 10);
    }

    private static CompletableFuture<ListGroupsResponseData> ask(Call call) {
        return call.toBroker(new ListGroupsRequestData(), (short) 4);
    }

    private static TestProxy asking(
            ScriptedBroker broker, Function<Call, CompletableFuture<ListGroupsResponseData>> question)
            throws Exception {
        return TestProxy.of(
                broker,
                new TestFilter<HeartbeatRequestData, HeartbeatResponseData>(
                        ApiKeys.HEARTBEAT,
                        (request, call) -> question.apply(call)
                                .thenApply(groups ->
                                        new HeartbeatResponseData().setThrottleTimeMs(groups.throttleTimeMs()))));
    }

    @Test
    void a_client_may_use_any_correlation_ids_also_those_that_the_proxy_uses() throws Exception {
        int own = BrokerLink.FIRST_OWN_CORRELATION_ID;
        try (ScriptedBroker broker = ScriptedBroker.answering(OwnRequestsTest::answer);
                TestProxy proxy = asking(broker, OwnRequestsTest::ask);
                Wire client = proxy.connect()) {
            for (int id : new int[] {own, own + 1, own, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, 0, own + 3}) {
                client.send(Frames.opaqueRequest(Frames.UNKNOWN_API, 0, id, 3), heartbeat(id));
                assertThat(client.read()).isEqualTo(Frames.opaqueResponse(id, 10));
                byte[] filtered = client.read();
                assertThat(Frames.correlationId(filtered)).isEqualTo(id);
                assertThat(Frames.readResponse(new HeartbeatResponseData(), VERSION, filtered)
                                .throttleTimeMs())
                        .isEqualTo(1331);
            }
        }
    }

    @Test
    void own_correlation_ids_never_run_out() {
        EmbeddedChannel channel = new EmbeddedChannel();
        AnswerQueue answers = new AnswerQueue(new EmbeddedChannel(), RelayListener.NONE, () -> {});
        BrokerLink broker = new BrokerLink(channel, answers, Integer.MAX_VALUE - 1);
        channel.pipeline().addLast(Framer.ofResponses(broker));
        for (int id : new int[] {Integer.MAX_VALUE - 1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1}) {
            CompletableFuture<ApiMessage> answer = broker.ask(new ListGroupsRequestData(), (short) 4, "client");
            ByteBuf sent = channel.readOutbound();
            Request request = new Request(ByteBufUtil.getBytes(sent));
            sent.release();
            assertThat(request.correlationId()).isEqualTo(id);
            channel.writeInbound(Unpooled.wrappedBuffer(answer(request)));
            assertThat(answer).isCompleted();
        }
    }

    @Test
    void a_filter_that_waits_on_the_event_loop_fails_at_once_and_holds_nobody_up() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(OwnRequestsTest::answer);
                TestProxy proxy = asking(
                        broker,
                        call -> CompletableFuture.completedFuture(
                                ask(call).thenApply(groups -> groups).join()));
                Wire client = proxy.connect();
                Wire other = proxy.connect()) {
            client.send(heartbeat(1));
            assertThat(Frames.readResponse(new HeartbeatResponseData(), VERSION, client.read())
                            .errorCode())
                    .isEqualTo(Errors.UNKNOWN_SERVER_ERROR.code());
            for (Wire each : new Wire[] {client, other}) {
                each.send(Frames.opaqueRequest(Frames.UNKNOWN_API, 0, 2, 3));
                assertThat(Frames.correlationId(each.read())).isEqualTo(2);
            }
        }
    }
}
