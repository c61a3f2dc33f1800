package dev.topoxy.app.admin;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The requests of one HTTP connection, answered one after the other. Whole requests come in; whole responses go out, with
 * the headers that keep a browser from doing with them what it should not.
 */
final class Conversation extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final int MOST_WAITING = 32;

    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";

    private final Router router;
    private final Newcomer connection;
    private final ArrayDeque<FullHttpRequest> waiting = new ArrayDeque<>(1);
    private boolean busy;

    Conversation(Router router, Newcomer connection) {
        this.router = router;
        this.connection = connection;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        connection.requestRead();
        if (request.decoderResult().isFailure()) {
            connection.complain(
                    Newcomer.Fault.WRONG_PROTOCOL, "what came is no HTTP request, or one that is far too long");
        }
        if (waiting.size() >= MOST_WAITING) {
            ctx.close();
            return;
        }
        waiting.addLast(request.retain());
        if (!busy) {
            next(ctx);
        }
    }

    private void next(ChannelHandlerContext ctx) {
        FullHttpRequest http = waiting.pollFirst();
        if (http == null) {
            return;
        }
        busy = true;
        boolean keepAlive = HttpUtil.isKeepAlive(http) && http.decoderResult().isSuccess();
        boolean head = http.method().equals(HttpMethod.HEAD);
        Optional<AdminRequest> request = read(http);
        http.release();
        if (request.isEmpty()) {
            write(ctx, Answer.problem(400, "This is not a request that can be understood."), head, keepAlive);
            return;
        }
        router.answer(request.get())
                .thenAcceptAsync(
                        answer -> write(ctx, unlessKnown(answer, request.get().ifNoneMatch()), head, keepAlive),
                        ctx.executor());
    }

    private static Optional<AdminRequest> read(FullHttpRequest http) {
        if (http.decoderResult().isFailure()) {
            return Optional.empty();
        }
        try {
            return Optional.of(AdminRequest.of(http));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** An answer, and the tag by which a client asks whether it has changed. */
    private record Tagged(Answer answer, Optional<String> tag) {}

    private static Tagged unlessKnown(Answer answer, Optional<String> ifNoneMatch) {
        if (!answer.tagged()) {
            return new Tagged(answer, Optional.empty());
        }
        String tag = tag(answer.body().getBytes(StandardCharsets.UTF_8));
        boolean known = ifNoneMatch
                .map(tags -> Arrays.stream(tags.split(",", -1))
                        .map(String::strip)
                        .anyMatch(each -> each.equals(tag) || each.equals("W/" + tag) || each.equals("*")))
                .orElse(false);
        Answer sent = known ? new Answer(304, answer.type(), "", true, answer.headers()) : answer;
        return new Tagged(sent, Optional.of(tag));
    }

    private static String tag(byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 15)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    private void write(ChannelHandlerContext ctx, Answer answer, boolean head, boolean keepAlive) {
        write(ctx, new Tagged(answer, Optional.empty()), head, keepAlive);
    }

    private void write(ChannelHandlerContext ctx, Tagged tagged, boolean head, boolean keepAlive) {
        Answer answer = tagged.answer;
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        if (answer.status() != 304) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, answer.type());
            headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        tagged.tag.ifPresent(tag -> headers.set(HttpHeaderNames.ETAG, tag));
        headers.set(HttpHeaderNames.CACHE_CONTROL, tagged.tag.isPresent() ? "no-cache" : "no-store");
        headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        answer.headers().forEach(headers::set);
        HttpUtil.setKeepAlive(response, keepAlive);
        var written = ctx.writeAndFlush(response);
        busy = false;
        if (keepAlive) {
            next(ctx);
        } else {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        for (FullHttpRequest next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
            next.release();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof IdleStateEvent && !busy) {
            ctx.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
