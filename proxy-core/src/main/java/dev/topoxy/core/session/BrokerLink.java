package dev.topoxy.core.session;

import dev.topoxy.core.frame.FrameRouter;
import dev.topoxy.core.frame.FrameSink;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/**
 * The broker's end of a connection: what is written to it, and which response it owes next. The client's frames and
 * requests of filters share it; a filter's request waits for the end of a frame that the client has half sent. Runs on
 * the connection's event loop.
 */
final class BrokerLink implements FrameRouter, FrameSink {

    /** Far from a client's own, so that captures are easy to read; matching goes by order, any number would do. */
    static final int FIRST_OWN_CORRELATION_ID = 0x70000000;

    private record Deferred(OwnRequest request, ByteBuf frame) {}

    private final Channel broker;
    private final AnswerQueue answers;
    private final ArrayDeque<ExpectedResponse> expected = new ArrayDeque<>(4);
    private final ArrayDeque<Deferred> afterFrame = new ArrayDeque<>(0);
    private @Nullable ExpectedResponse current;
    private int nextOwnCorrelationId;
    private boolean withinFrame;
    private boolean unflushed;
    private boolean reserved;
    private @Nullable Runnable awaitingReservation;

    /**
     * @param firstOwnCorrelationId of the proxy's own requests, which count on from there and wrap around
     */
    BrokerLink(Channel broker, AnswerQueue answers, int firstOwnCorrelationId) {
        this.broker = broker;
        this.answers = answers;
        nextOwnCorrelationId = firstOwnCorrelationId;
    }

    /** The broker will answer this next after all that it owes already. */
    void expect(ExpectedResponse response) {
        expected.addLast(response);
    }

    /** The client's next frame goes to the broker as it is: {@link #accept} takes its bytes. */
    FrameSink relayFrame() {
        withinFrame = true;
        return this;
    }

    @Override
    public void accept(ByteBuf bytes, boolean last) {
        broker.write(bytes, broker.voidPromise());
        unflushed = true;
        if (last) {
            withinFrame = false;
            sendDeferred();
            Runnable next = awaitingReservation;
            if (next != null) {
                awaitingReservation = null;
                reserve(next);
            }
        }
    }

    private void sendDeferred() {
        for (Deferred next = afterFrame.pollFirst(); next != null; next = afterFrame.pollFirst()) {
            send(next.request, next.frame);
        }
    }

    /**
     * Has all requests of filters wait, once a frame under way has ended.
     *
     * @param granted run then: it alone may send, by {@link #askReserved}, until {@link #endReservation}
     */
    void reserve(Runnable granted) {
        if (withinFrame) {
            awaitingReservation = granted;
        } else {
            reserved = true;
            granted.run();
        }
    }

    void endReservation() {
        reserved = false;
        sendDeferred();
        flush();
    }

    /** Sends a request of a filter. */
    CompletableFuture<ApiMessage> ask(ApiMessage message, short version, String clientId) {
        return ask(message, version, clientId, withinFrame || reserved);
    }

    /** Sends a request of whoever has the connection reserved. */
    CompletableFuture<ApiMessage> askReserved(ApiMessage message, short version) {
        return ask(message, version, "", false);
    }

    private CompletableFuture<ApiMessage> ask(ApiMessage message, short version, String clientId, boolean later) {
        ApiKeys api = ApiKeys.forId(message.apiKey());
        int correlationId = nextOwnCorrelationId++;
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(api.id)
                .setRequestApiVersion(version)
                .setCorrelationId(correlationId)
                .setClientId(clientId);
        ByteBuf frame = Messages.requestFrame(broker.alloc(), header, message);
        OwnRequest request = new OwnRequest(api, version, correlationId, broker.alloc());
        if (later) {
            afterFrame.addLast(new Deferred(request, frame));
        } else {
            send(request, frame);
            flush();
        }
        // A session may live for days, and must not hold on to the last answer all that time.
        request.response().whenComplete((response, failure) -> forget(request));
        return request.response();
    }

    private void forget(OwnRequest answered) {
        if (current == answered) {
            current = null;
        }
    }

    private void send(OwnRequest request, ByteBuf frame) {
        expect(request);
        broker.write(frame, broker.voidPromise());
        unflushed = true;
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            broker.flush();
        }
    }

    @Override
    public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
        int correlationId = bytes.getInt(index + Integer.BYTES);
        ExpectedResponse next = expected.pollFirst();
        if (next == null) {
            throw new MalformedFrameException(
                    "the broker sent a response that nobody asked for, with correlation id " + correlationId);
        }
        current = next;
        if (next.correlationId() != correlationId) {
            throw new MalformedFrameException("the broker answered with correlation id " + correlationId + " where "
                    + next.correlationId() + " was due");
        }
        return next.responseStarts(frameBytes);
    }

    @Override
    public void readComplete() {
        answers.flush();
    }

    boolean owesNothing() {
        return expected.isEmpty();
    }

    /**
     * Tells the broker that the client will send no more, once everything written has left.
     *
     * @param told run when the broker has been told
     */
    void finish(Runnable told) {
        broker.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) written -> {
            SslHandler tls = written.channel().pipeline().get(SslHandler.class);
            if (tls != null) {
                tls.closeOutbound();
            } else if (written.channel() instanceof DuplexChannel duplex && !duplex.isOutputShutdown()) {
                duplex.shutdownOutput();
            }
            told.run();
        });
    }

    /** The connection has ended: whoever waits for a response is told. */
    void release() {
        for (Deferred next = afterFrame.pollFirst(); next != null; next = afterFrame.pollFirst()) {
            next.frame.release();
            next.request.disconnected();
        }
        if (current != null) {
            current.disconnected();
        }
        for (ExpectedResponse next = expected.pollFirst(); next != null; next = expected.pollFirst()) {
            next.disconnected();
        }
    }
}
