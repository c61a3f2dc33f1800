package dev.topoxy.core.upstream;

import dev.topoxy.core.frame.FrameRouter;
import dev.topoxy.core.frame.FrameSink;
import dev.topoxy.core.frame.Framer;
import dev.topoxy.core.frame.GatheringSink;
import dev.topoxy.core.wire.MalformedFrameException;
import dev.topoxy.core.wire.Messages;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/**
 * Requests and responses on a new connection, one at a time, before it is given to a session. Runs on the channel's event
 * loop.
 */
final class LoginConnection extends ChannelInboundHandlerAdapter implements FrameRouter {

    private static final int MAX_RESPONSE_BYTES = 1024 * 1024;

    private record Asked(ApiKeys api, short version, CompletableFuture<ApiMessage> answer) {}

    private final Channel channel;
    private final Framer framer = Framer.ofResponses(this);
    private final InputEnd end = new InputEnd(this::ended);
    private @Nullable Asked asked;
    private int correlationId;

    LoginConnection(Channel channel) {
        this.channel = channel;
        channel.pipeline().addLast(framer, end, this);
    }

    CompletableFuture<ApiMessage> ask(ApiMessage request, short version) {
        if (!channel.eventLoop().inEventLoop()) {
            return CompletableFuture.supplyAsync(() -> request, channel.eventLoop())
                    .thenCompose(again -> ask(again, version));
        }
        Asked question = new Asked(ApiKeys.forId(request.apiKey()), version, new CompletableFuture<>());
        asked = question;
        RequestHeaderData header = new RequestHeaderData()
                .setRequestApiKey(request.apiKey())
                .setRequestApiVersion(version)
                .setCorrelationId(++correlationId)
                .setClientId("topoxy");
        channel.writeAndFlush(Messages.requestFrame(channel.alloc(), header, request))
                .addListener(written -> {
                    if (!written.isSuccess()) {
                        fail(written.cause());
                    }
                });
        channel.read();
        return question.answer;
    }

    /** Leaves the connection as it was found. */
    void leave() {
        // A channel that was closed has let go of its handlers already.
        for (ChannelHandler handler : List.of(framer, end, this)) {
            if (channel.pipeline().context(handler) != null) {
                channel.pipeline().remove(handler);
            }
        }
    }

    @Override
    public FrameSink frameStarts(ByteBuf bytes, int index, int frameBytes) {
        Asked question = asked;
        if (question == null || frameBytes > MAX_RESPONSE_BYTES) {
            throw new MalformedFrameException("the broker sent what is no response to a login");
        }
        return new GatheringSink(channel.alloc(), Integer.BYTES + frameBytes, GatheringSink.Account.NONE, frame -> {
            asked = null;
            ApiMessage response;
            try {
                frame.skipBytes(Integer.BYTES);
                response = Messages.readResponse(question.api, question.version, frame);
            } catch (RuntimeException e) {
                question.answer.completeExceptionally(e);
                return;
            } finally {
                frame.release();
            }
            question.answer.complete(response);
        });
    }

    @Override
    public void readComplete() {
        if (asked != null) {
            channel.read();
        }
    }

    private void ended() {
        fail(new UpstreamException(
                "the broker closed the connection during the login: does it speak SASL here?", null));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(cause);
    }

    private void fail(Throwable cause) {
        if (asked != null) {
            asked.answer.completeExceptionally(cause);
        }
    }
}
